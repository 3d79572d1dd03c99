import type { Corners } from '@equerre/contract/detourage'
import { wholeFrame } from '@equerre/geometry/spaces'
import type { ServiceFile } from '../api/files.ts'
import { showFailure } from '../account/show-failure.ts'
import { limits } from '../api/page-facts.ts'
import { meQuery, onlineQuery, queryClient, refreshCredits } from '../api/queries.ts'
import { camscanWords } from '#words/camscan'
import { deskWords } from '#words/desk'
import { dossierWords } from '#words/dossier'
import { renderingWords } from '#words/rendering'
import { showAlert, showLoader, withLoader } from '../ui/notices/notices.ts'
import { closePaywall, openPaywall, resume } from './intake/admission.ts'
import { pdfName, textsName } from './intake/names.ts'
import { readPages } from './look/render.ts'
import { moved, tilesOf } from './arrangement.ts'
import { allJobs, erase, knownCredits, renderer, runner } from './bench.ts'
import { dossierOf } from './results/dossier.ts'
import type { Dossier } from './results/dossier.ts'
import {
  downloadOne,
  downloadPdfs,
  downloadTexts,
  downloadZip,
  fileIdOf,
  resultName,
} from './results/download.ts'
import { textStateOf } from './results/page-text.ts'
import { cardsFromService } from './from-service.ts'
import { acceptanceCost, ingestionIdsOf, isFinished } from './job.ts'
import type { Job } from './job.ts'
import { holdPassword } from './kept/passwords.ts'
import { deleteStored, persistDesk, hasUnsavedFiles } from './kept/persistence.ts'
import type { Options, Settings } from './intake/options.ts'
import { changeSettings, useSettings } from './intake/settings.ts'
import { nameOf, statusOf } from './status.ts'
import { announce, ask, closeCorners, closeDossier, closeQuestions, dispatch, useDesk } from './store.ts'
import type { OpenDossier, PageWithout } from './store.ts'

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

/** Straightens a page again, from corners the user placed, or both pages of an open book, each on a card of its own. */
export function correct(id: string, [corners, other]: readonly Corners[], options: Options): void {
  if (corners === undefined) return
  if (other) dispatch({ type: 'split', id, spread: { pages: [corners, other], options } })
  else dispatch({ type: 'corrected', id, corners, options })
  void runner.wake()
}

/** Straightens a page whose detection is in doubt from its whole image, as if its corners were placed there. */
export function acceptWhole(id: string): void {
  const job = allJobs().find((one) => one.id === id)
  if (!job?.detect) return
  const price = acceptanceCost(job, limits.freeCorrectionsPerCapture ?? 0)
  if (price > (knownCredits() ?? price)) return openPaywall()
  correct(id, [wholeFrame as Corners], job.options ?? useSettings.getState().options)
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

/** Tries a protected PDF again, with what the user typed. */
export function openWithPassword(id: string, password: string): void {
  holdPassword(id, password)
  retry([id])
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
  if (job && !(await downloadOne(job))) await noteErased(job)
}

/** Shows that the service has the file of this card no more, nor what was made of it for others. */
async function noteErased(job: Job): Promise<void> {
  const known = queryClient.getQueryData(meQuery.queryKey)
  // Nor does it show a file to whom it no longer knows, whose cards then leave the desk.
  const now = known && (await queryClient.fetchQuery({ ...meQuery, staleTime: 0 }).catch(() => null))
  if (known && now?.email !== known.email) return
  for (const { id, ingest } of allJobs())
    if (ingest?.ingestion_id === job.ingest?.ingestion_id) dispatch({ type: 'erased', id })
  announce(camscanWords.desk.finished(nameOf(job), deskWords.erased.status))
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

/** Puts all finished pages, or the PDF `folder`, together in one PDF. `begin`: at once, without a look at the options. */
export function openDossier(folder: Job | null, begin = true): void {
  const fileName = pdfName(folder?.name ?? null)
  showDossier({ ...dossierOf(allJobs(), folder), fileName, begin })
}

/** Makes a PDF of one finished page. */
export function openPagePdf(job: Job): void {
  showDossier({ pages: [job], without: [], fileName: resultName(job, '.pdf'), begin: true })
}

function showDossier({ pages, without, ...rest }: Dossier & Pick<OpenDossier, 'fileName' | 'begin'>): void {
  if (pages.length === 0) return showAlert(camscanWords.desk.nothingToZip)
  const listed = pages.map((job) => ({ id: job.id, name: nameOf(job) }))
  useDesk.setState({ dossier: { ...rest, pages: listed, without: without.map(asWithout) } })
}

/** Saves the text of one page, or of all finished ones, as one file; pages that nobody has read yet are read first. */
export async function downloadText(only: Job | null): Promise<void> {
  const { pages } = dossierOf(allJobs(), null)
  const asked = only ? [only] : pages
  if (asked.length === 0) return showAlert(camscanWords.desk.nothingToZip)
  const name = only ? resultName(only, '.txt') : textsName
  try {
    const left = await withLoader(dossierWords.reading, async () => {
      await readPages(asked.map(({ id }) => id))
      const read = (await settledPages(asked.map(({ id }) => id))).filter(isRead)
      if (read.length > 0) await downloadTexts(read, name)
      return asked.length - read.length
    })
    if (left > 0) showAlert(dossierWords.unread(left))
  } catch (error) {
    reportError(error)
    showFailure(error, dossierWords.textFailed)
  }
}

const isRead = (job: Job) => textStateOf(job)?.kind === 'there'

/** Gives a page the name that the user types. */
export async function rename(job: Job): Promise<void> {
  const title = await ask({ kind: 'name', name: nameOf(job) })
  if (title) dispatch({ type: 'renamed', id: job.id, title })
}

/** Saves one PDF per file that has results, if there are no more than the service makes in an hour. */
export async function downloadEachPdf(): Promise<void> {
  const files = new Set(dossierOf(allJobs(), null).pages.map(fileIdOf)).size
  const most = limits.assembliesPerHour ?? Infinity
  if (files > most) return showAlert(dossierWords.tooManyFiles(files, most))
  return saveZip({ ...joining, save: downloadPdfs })
}

/** Saves a zip, then tells which pages are not in it. */
async function saveZip(packing: Packing): Promise<void> {
  const { pages, without } = dossierOf(allJobs(), null)
  if (pages.length === 0) return showAlert(camscanWords.desk.nothingToZip)
  const saved = await pack(pages, packing)
  if (saved && without.length > 0)
    await ask({ kind: 'left-out', pages: pages.length, without: without.map(asWithout) })
}

function asWithout(job: Job): PageWithout {
  return { name: nameOf(job), status: statusOf(job).text }
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
      await save(await settledPages(results.map(({ id }) => id)), tell)
    })
    return true
  } catch (error) {
    reportError(error)
    showFailure(error, failure)
    return false
  }
}

/** These cards once no other look of them is being made. */
export async function settledPages(ids: readonly string[]): Promise<readonly Job[]> {
  await renderer.settle(ids)
  const now = new Map(allJobs().map((job) => [job.id, job]))
  return ids.flatMap((id) => now.get(id) ?? [])
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
  // Not as soon as there is a network again: it may lead nowhere.
  queryClient.getQueryCache().subscribe(({ query }) => {
    const [key] = onlineQuery.queryKey
    if (query.queryKey[0] === key && query.state.data === true) void runner.wake()
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
      // They name pages that may be somebody else's from now on.
      closePaywall()
      closeCorners()
      closeDossier()
      closeQuestions()
    },
  })
}
