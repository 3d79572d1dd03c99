import type { Corners } from '@equerre/contract/detourage'
import { wholeFrame } from '@equerre/geometry/spaces'
import type { ServiceFile } from '../api/files.ts'
import { limits } from '../api/page-facts.ts'
import { onlineQuery, queryClient, refreshCredits } from '../api/queries.ts'
import { camscanWords } from '#words/camscan'
import { renderingWords } from '#words/rendering'
import { showAlert, showLoader, withLoader } from '../ui/notices/notices.ts'
import { closePaywall, openPaywall, resume } from './intake/admission.ts'
import { arranged, moved, tilesOf } from './arrangement.ts'
import { allJobs, erase, knownCredits, renderer, runner } from './bench.ts'
import { downloadable, downloadOne, downloadPdf, downloadPdfs, downloadZip } from './results/download.ts'
import { cardsFromService } from './from-service.ts'
import { acceptanceCost, ingestionIdsOf, isFinished, isFolder, pagesOf } from './job.ts'
import type { Job } from './job.ts'
import { deleteStored, persistDesk, hasUnsavedFiles } from './kept/persistence.ts'
import type { Options, Settings } from './intake/options.ts'
import { changeSettings, useSettings } from './intake/settings.ts'
import { nameOf, statusOf } from './status.ts'
import { announce, ask, dispatch, useDesk } from './store.ts'
import type { PageWithout } from './store.ts'

/*
 * The desk of /camscan: ties cards, service and dialogs together. It lives as long as the tab, so that a batch
 * keeps running while the user visits other pages.
 */

/** Adds cards for files that the service has and this browser does not. */
export function showFiles(files: readonly ServiceFile[]): void {
  const here = new Set(ingestionIdsOf(allJobs()))
  dispatch({
    type: 'restored',
    jobs: files.filter(({ id }) => !here.has(id)).flatMap((file) => cardsFromService(file, limits)),
  })
}

/** Straightens one page that was left out or is waiting for credits. */
export function startPage(id: string): void {
  if ((knownCredits() ?? 1) <= 0) return openPaywall()
  dispatch({ type: 'released', ids: [id] })
  void runner.wake()
}

/** Straightens a page again, from corners the user placed. */
export function correct(id: string, corners: Corners, options: Options): void {
  dispatch({ type: 'corrected', id, corners, options })
  void runner.wake()
}

/** Straightens a page whose detection is in doubt from its whole image, as if its corners were placed there. */
export function acceptWhole(id: string): void {
  const job = allJobs().find((one) => one.id === id)
  if (!job?.detect) return
  const price = acceptanceCost(job, limits.freeCorrectionsPerCapture ?? 0)
  if (price > (knownCredits() ?? price)) return openPaywall()
  correct(id, wholeFrame as Corners, job.options ?? useSettings.getState().options)
}

export function accept(id: string): void {
  dispatch({ type: 'accepted', id })
}

/** Saves new settings; a higher concurrency takes effect at once. */
export function choose(settings: Settings): void {
  changeSettings(settings)
  void runner.wake()
}

export function retry(ids: readonly string[]): void {
  for (const id of ids) dispatch({ type: 'retried', id })
  void runner.wake()
}

/**
 * Removes cards after confirmation: stops their work and erases the server's copies. The runner erases the copy
 * of a file still being uploaded.
 */
export async function remove(ids: readonly string[]): Promise<void> {
  if (!(await ask({ kind: 'removal', files: ids.length }))) return
  await forget(ids)
}

/** Removes one tile after a confirmation; removing a PDF's last page removes the PDF. */
export async function removeTile({ id, parent }: Job): Promise<void> {
  const others = allJobs().filter((job) => job.parent === parent && job.id !== id).length
  if (parent === null || others === 0) return remove([parent ?? id])
  if (await ask({ kind: 'page-removal', others })) await forget([id])
}

async function forget(ids: readonly string[]): Promise<void> {
  const removed = allJobs().filter((job) => ids.includes(job.id))
  stopWork(removed)
  dispatch({ type: 'removed', ids })
  void deleteStored(removed.map(({ id }) => id))
  // The remaining pages of a PDF still need its upload.
  const named = new Set(ingestionIdsOf(allJobs()))
  await Promise.all(
    ingestionIdsOf(removed)
      .filter((id) => !named.has(id))
      .map(erase),
  )
  await refreshCredits()
}

function stopWork(jobs: readonly Job[]): void {
  for (const { id } of jobs) {
    runner.abort(id)
    renderer.abort(id)
  }
}

/** Saves the result of one card, in the look asked for. */
export async function download(id: string): Promise<void> {
  await renderer.settle([id])
  const job = allJobs().find((one) => one.id === id)
  if (job) await downloadOne(job)
}

/** Moves a tile to index `to` among the `shown` ones. */
export function moveTile(id: string, to: number, shown: readonly string[]): void {
  const all = tilesOf(allJobs()).map((job) => job.id)
  dispatch({ type: 'placed', ids: moved(all, { id, to, shown }) })
}

export function downloadAll(): Promise<void> {
  const { zipping: text, zipFailed: failure } = camscanWords.desk
  return saveZip({ text, failure, save: downloadZip })
}

const joining = { text: camscanWords.desk.joining, failure: camscanWords.desk.joiningFailed }

/** Saves the results of all cards, or of the PDF `folder`, as one PDF; first warns of pages without a result. */
export async function downloadOnePdf(folder: Job | null): Promise<void> {
  const { results, without } = exportOf(folder)
  if (results.length === 0) return showAlert(camscanWords.desk.nothingToZip)
  if (without.length > 0 && !(await ask({ kind: 'incomplete', pages: results.length, without }))) return
  await pack(results, { ...joining, save: (latest, tell) => downloadPdf(latest, folder, tell) })
}

/** Saves one PDF per file that has results. */
export function downloadEachPdf(): Promise<void> {
  return saveZip({ ...joining, save: downloadPdfs })
}

/** What an export of all pages, or of a PDF's, holds, and the pages it has to leave out. */
function exportOf(folder: Job | null): { results: readonly Job[]; without: readonly PageWithout[] } {
  const jobs = arranged(allJobs())
  const pages = folder === null ? jobs.filter((job) => !isFolder(job)) : pagesOf(jobs, folder)
  const results = downloadable(pages)
  const left = pages.filter((job) => !results.includes(job))
  return { results, without: left.map((job) => ({ name: nameOf(job), status: statusOf(job).text })) }
}

/** Saves a zip, then tells which pages are not in it: unlike a PDF's, its gaps can be filled later. */
async function saveZip(packing: Packing): Promise<void> {
  const { results, without } = exportOf(null)
  if (results.length === 0) return showAlert(camscanWords.desk.nothingToZip)
  const saved = await pack(results, packing)
  if (saved && without.length > 0) await ask({ kind: 'left-out', pages: results.length, without })
}

type Packing = {
  readonly text: string
  readonly failure: string
  readonly save: (latest: readonly Job[], tell: (current: number) => void) => Promise<void>
}

/** Saves several results as one file, showing their count in the loader. @returns whether that succeeded */
async function pack(results: readonly Job[], { text, failure, save }: Packing): Promise<boolean> {
  const tell = (current: number) => showLoader({ text, current, total: results.length })
  try {
    await withLoader(text, async () => {
      tell(0)
      await save(await settled(results), tell)
    })
    return true
  } catch (error) {
    reportError(error)
    showAlert(failure)
    return false
  }
}

async function settled(results: readonly Job[]): Promise<readonly Job[]> {
  await renderer.settle(results.map(({ id }) => id))
  const now = new Map(allJobs().map((job) => [job.id, job]))
  return results.map((job) => now.get(job.id) ?? job)
}

function newlyFinished(list: readonly Job[], before: readonly Job[]): readonly Job[] {
  if (list === before) return []
  const wasFinished = new Set(before.filter(isFinished).map(({ id }) => id))
  return list.filter((job) => isFinished(job) && !wasFinished.has(job.id))
}

/** Tells screen readers how a card ended; after a failure that was not final, checks that the service is up. */
function announceEnd(job: Job): void {
  announce(camscanWords.desk.finished(nameOf(job), statusOf(job).text))
  if (job.failure?.final === false) void queryClient.invalidateQueries({ queryKey: onlineQuery.queryKey })
}

function newlyRendered(list: readonly Job[], before: readonly Job[]): readonly Job[] {
  if (list === before) return []
  const ended = new Map(
    before.map(({ id, renderings, renderFailure }) => [id, { renderings, renderFailure }]),
  )
  return list.filter(({ id, renderings, renderFailure }) => {
    const then = ended.get(id)
    return then && (then.renderings < renderings || (renderFailure && !then.renderFailure))
  })
}

function announceRendering(job: Job): void {
  const text = job.renderFailure ? renderingWords.failed : renderingWords.done(nameOf(job))
  useDesk.setState({ announcement: text })
}

let open = false

/** Starts the desk, once per visit: restores earlier cards, and warns before leaving would lose files. */
export function openDesk(): void {
  if (open) return
  open = true
  window.addEventListener('beforeunload', (event) => {
    if (hasUnsavedFiles()) event.preventDefault()
  })
  useDesk.subscribe((desk, before) => {
    for (const job of newlyFinished(desk.jobs, before.jobs)) announceEnd(job)
    for (const job of newlyRendered(desk.jobs, before.jobs)) announceRendering(job)
  })
  persistDesk({
    onRestored: (restored) => {
      renderer.wake()
      void resume(restored)
    },
    onLeft: (left) => {
      stopWork(left)
      closePaywall()
    },
  })
}
