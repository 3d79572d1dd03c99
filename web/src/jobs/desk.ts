import type { Corners } from '@equerre/contract/detourage'
import type { ServiceFile } from '../api/files.ts'
import { limits } from '../api/page-facts.ts'
import { onlineQuery, queryClient, refreshCredits } from '../api/queries.ts'
import { camscanWords } from '#words/camscan'
import { showAlert, showLoader, withLoader } from '../ui/notices.ts'
import { closePaywall, openPaywall, resume } from './intake/admission.ts'
import { allJobs, erase, knownCredits, runner } from './bench.ts'
import { downloadable, downloadPdf, downloadZip } from './results/download.ts'
import { cardsFromService } from './from-service.ts'
import { ingestionIdsOf, isFinished, isFolder } from './job.ts'
import type { Job } from './job.ts'
import { deleteStored, persistDesk, hasUnsavedFiles } from './kept/persistence.ts'
import type { Options, Settings } from './intake/options.ts'
import { changeSettings } from './intake/settings.ts'
import { nameOf, statusOf } from './status.ts'
import { ask, dispatch, useDesk } from './store.ts'

/*
 * The desk of /camscan: puts cards, service and dialogs together. It lives as long as the tab, so that a batch goes on
 * while another page is read.
 */

/** Puts cards of files on the desk that the service has and this browser does not. */
export function showFiles(files: readonly ServiceFile[]): void {
  const here = new Set(ingestionIdsOf(allJobs()))
  dispatch({
    type: 'restored',
    jobs: files
      .filter(({ id }) => !here.has(id))
      .flatMap((file) => cardsFromService(file, limits.freeCorrectionsPerCapture ?? 0)),
  })
}

/** Straightens one page that was left out, or that waits for credits. */
export function startPage(id: string): void {
  if ((knownCredits() ?? 1) <= 0) return openPaywall()
  dispatch({ type: 'released', ids: [id] })
  void runner.wake()
}

/** Straightens a page again, from corners that a person placed. */
export function correct(id: string, corners: Corners, options: Options): void {
  dispatch({ type: 'corrected', id, corners, options })
  void runner.wake()
}

export function accept(id: string): void {
  dispatch({ type: 'accepted', id })
}

/** New choices; more places at the bench are taken at once. */
export function choose(settings: Settings): void {
  changeSettings(settings)
  void runner.wake()
}

export function retry(ids: readonly string[]): void {
  for (const id of ids) dispatch({ type: 'retried', id })
  void runner.wake()
}

/** Removes cards after a confirmation: stops their work and erases the server's copies; the runner erases one that is only arriving. */
export async function remove(ids: readonly string[]): Promise<void> {
  if (!(await ask({ kind: 'removal', files: ids.length }))) return
  const removed = allJobs().filter((job) => ids.includes(job.id))
  for (const { id } of removed) runner.abort(id)
  dispatch({ type: 'removed', ids })
  void deleteStored(removed.map(({ id }) => id))
  await Promise.all(ingestionIdsOf(removed).map(erase))
  await refreshCredits()
}

export async function downloadAll(): Promise<void> {
  const results = downloadable(allJobs())
  if (results.length === 0) return showAlert(camscanWords.desk.nothingToZip)
  await pack(results, {
    text: camscanWords.desk.zipping,
    failure: camscanWords.desk.zipFailed,
    save: (tell) => downloadZip(results, tell),
  })
}

/** The results of all cards as one PDF, or those of the PDF `folder`; pages without a result are named first. */
export async function downloadOnePdf(folder: Job | null): Promise<void> {
  const pages = allJobs().filter((job) => !isFolder(job) && (folder === null || job.parent === folder.id))
  const results = downloadable(pages)
  const left = pages.filter((job) => !results.includes(job))
  const without = left.map((job) => ({ name: nameOf(job), status: statusOf(job).text }))
  if (left.length > 0 && !(await ask({ kind: 'incomplete', pages: results.length, without }))) return
  await pack(results, {
    text: camscanWords.desk.joining,
    failure: camscanWords.desk.joiningFailed,
    save: (tell) => downloadPdf(results, folder, tell),
  })
}

type Packing = {
  readonly text: string
  readonly failure: string
  readonly save: (tell: (current: number) => void) => Promise<void>
}

/** Saves several results as one file, behind a loader that counts them. */
async function pack(results: readonly Job[], { text, failure, save }: Packing): Promise<void> {
  const tell = (current: number) => showLoader({ text, current, total: results.length })
  try {
    await withLoader(text, async () => {
      tell(0)
      await save(tell)
    })
  } catch (error) {
    reportError(error)
    showAlert(failure)
  }
}

function newlyFinished(list: readonly Job[], before: readonly Job[]): readonly Job[] {
  if (list === before) return []
  const wasFinished = new Set(before.filter(isFinished).map(({ id }) => id))
  return list.filter((job) => isFinished(job) && !wasFinished.has(job.id))
}

/** Tells a screen reader how a card ended; where the service gave no final answer, looks whether the service is there at all. */
function announceEnd(job: Job): void {
  useDesk.setState({ announcement: camscanWords.desk.finished(nameOf(job), statusOf(job).text) })
  if (job.failure?.final === false) void queryClient.invalidateQueries({ queryKey: onlineQuery.queryKey })
}

let open = false

/** Brings the desk to life, once a visit: with the cards of an earlier one, and a word before files are left that only this page has. */
export function openDesk(): void {
  if (open) return
  open = true
  window.addEventListener('beforeunload', (event) => {
    if (hasUnsavedFiles()) event.preventDefault()
  })
  useDesk.subscribe((desk, before) => {
    for (const job of newlyFinished(desk.jobs, before.jobs)) announceEnd(job)
  })
  persistDesk({
    onRestored: (restored) => void resume(restored),
    onLeft: (left) => {
      for (const { id } of left) runner.abort(id)
      closePaywall()
    },
  })
}
