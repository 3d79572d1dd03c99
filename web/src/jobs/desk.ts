import type { Corners } from '@equerre/contract/detourage'
import { HttpError } from '../api/client.ts'
import { claimFreeCredits } from '../api/credits.ts'
import { limits } from '../api/page-facts.ts'
import { creditsQuery, noteCredits, onlineQuery, queryClient, refreshCredits } from '../api/queries.ts'
import { deleteIngestion, detect, ingest, rectify } from '../api/steps.ts'
import { rememberTopUp } from '../api/top-up.ts'
import { frCamscan } from '../messages-camscan.fr.ts'
import { showAlert, showLoader, withLoader } from '../ui/notices.ts'
import { downloadable, downloadPdf, downloadZip } from './download.ts'
import { dropFile, fileOf, keepFile } from './files.ts'
import { sortFiles } from './intake.ts'
import type { Kind } from './intake.ts'
import { copiesOf, isFinished, isFolder, isReady, isRunning, unpaid } from './job.ts'
import type { Job } from './job.ts'
import { loadJobs, saveJobs } from './persist.ts'
import type { Options, Settings } from './options.ts'
import { createRunner } from './runner.ts'
import { changeSettings, useSettings } from './settings.ts'
import { nameOf, statusOf } from './status.ts'
import { ask, dispatch, useDesk } from './store.ts'

/*
 * The desk of /camscan: puts cards, service and dialogs together. It lives as long as the tab, so that a batch goes on
 * while another page is read.
 */

type Entry = { readonly file: File; readonly kind: Kind }

const jobs = (): readonly Job[] => useDesk.getState().jobs
const knownCredits = (): number | null => queryClient.getQueryData(creditsQuery.queryKey) ?? null

const runner = createRunner({
  jobs,
  dispatch,
  fileOf,
  ingest,
  detect,
  rectify,
  erase,
  credits: knownCredits,
  noteCredits,
  refreshCredits,
  settings: useSettings.getState,
  askPages: (question) => ask({ kind: 'pages', ...question }),
  nowMs: () => performance.now(),
})

/** Files stopped by an empty wallet; they go on once there are credits. */
let stopped: readonly Entry[] = []

/**
 * Takes what was dropped, picked or pasted: refuses what cannot work, checks the credits, starts the rest.
 * @param unread names of what the browser could not read
 */
export async function addFiles(files: readonly File[], unread: readonly string[] = []): Promise<void> {
  if (files.length + unread.length === 0) return showAlert(frCamscan.desk.noFile)
  const { accepted, refused: unfit } = sortFiles(files, limits)
  const refused = [...unread.map((name) => ({ name, reason: frCamscan.refusals.unread })), ...unfit]
  const announcement = frCamscan.desk.added(accepted.length, refused.length)
  useDesk.setState({ refused, announcement })
  if (accepted.length > 0) await admit(accepted)
}

async function admit(entries: readonly Entry[]): Promise<void> {
  const credits = await withLoader(frCamscan.desk.checking, refreshCredits)
  if (credits <= 0) return openPaywall(entries)
  const choice = await agreeOnPrice(entries.length, credits)
  if (choice === 'recharge') return openPaywall(entries)
  if (choice === 'first') start(entries, Math.max(0, entries.length - credits))
}

/** A batch that costs more than this is asked about first, whatever the balance. */
const unaskedFilesMax = 20

async function agreeOnPrice(files: number, credits: number): Promise<'first' | 'recharge' | 'cancel'> {
  if (files > credits) return ask({ kind: 'partial', files, credits })
  if (files <= unaskedFilesMax) return 'first'
  return (await ask({ kind: 'price', files, credits })) ? 'first' : 'cancel'
}

function start(entries: readonly Entry[], held: number): void {
  const added = entries.map(({ file, kind }) => {
    const id = randomId()
    keepFile(id, file)
    return { id, kind, name: file.name, size: file.size }
  })
  dispatch({ type: 'added', jobs: added, held })
  // One task later, so that even the first card is seen waiting before it starts.
  setTimeout(() => void runner.wake())
}

/** Shows the paywall; `entries` go on if it is left with credits. */
export function openPaywall(entries: readonly Entry[] = []): void {
  stopped = entries
  useDesk.setState({ paywall: { files: entries.length } })
}

export function closePaywall(): void {
  stopped = []
  useDesk.setState({ paywall: null })
}

/** The free credits of the paywall, then on with what was waiting for them. */
export async function topUp(): Promise<'done' | 'used' | 'failed'> {
  try {
    noteCredits(await claimFreeCredits())
  } catch (error) {
    showAlert(frCamscan.paywall.failed)
    if (!(error instanceof HttpError && error.status === 429)) return 'failed'
    rememberTopUp()
    return 'used'
  }
  rememberTopUp()
  const waiting = stopped
  closePaywall()
  resumeHeld()
  if (waiting.length > 0) await admit(waiting)
  return 'done'
}

/** Starts as many waiting cards as there are credits. */
export function resumeHeld(): void {
  const held = jobs().filter((job) => job.held === 'credits' && !isFinished(job))
  const credits = knownCredits() ?? held.length
  const payable = held.slice(0, Math.max(0, credits - unpaid(jobs())))
  dispatch({ type: 'released', ids: payable.map(({ id }) => id) })
  void runner.wake()
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
  const removed = jobs().filter((job) => ids.includes(job.id))
  for (const { id } of removed) runner.abort(id)
  dispatch({ type: 'removed', ids })
  for (const { id } of removed) dropFile(id)
  await Promise.all(copiesOf(removed).map(erase))
  await refreshCredits()
}

async function erase(ingestionId: string): Promise<void> {
  await deleteIngestion(ingestionId).catch(reportError)
}

export async function downloadAll(): Promise<void> {
  const results = downloadable(jobs())
  if (results.length === 0) return showAlert(frCamscan.desk.nothingToZip)
  await pack(results, {
    text: frCamscan.desk.zipping,
    failure: frCamscan.desk.zipFailed,
    save: (tell) => downloadZip(results, tell),
  })
}

/** The results of all cards as one PDF, or those of the PDF `folder`; pages without a result are named first. */
export async function downloadOnePdf(folder: Job | null): Promise<void> {
  const pages = jobs().filter((job) => !isFolder(job) && (folder === null || job.parent === folder.id))
  const results = downloadable(pages)
  const left = pages.filter((job) => !results.includes(job))
  const without = left.map((job) => ({ name: nameOf(job), status: statusOf(job).text }))
  if (left.length > 0 && !(await ask({ kind: 'incomplete', pages: results.length, without }))) return
  await pack(results, {
    text: frCamscan.desk.joining,
    failure: frCamscan.desk.joiningFailed,
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

/** Brings back the cards of an earlier visit, goes on with them, and keeps them from now on. */
async function restore(): Promise<void> {
  const restored = await loadJobs(Date.now())
  dispatch({ type: 'restored', jobs: restored })
  useDesk.subscribe((desk, before) => {
    for (const job of newlyFinished(desk.jobs, before.jobs)) tellEnd(job)
    if (desk.jobs !== before.jobs && landmark(desk.jobs) !== landmark(before.jobs))
      void saveJobs(desk.jobs, before.jobs, Date.now())
  })
  if (restored.some(isReady)) void runner.wake()
}

function newlyFinished(list: readonly Job[], before: readonly Job[]): readonly Job[] {
  if (list === before) return []
  const wasFinished = new Set(before.filter(isFinished).map(({ id }) => id))
  return list.filter((job) => isFinished(job) && !wasFinished.has(job.id))
}

/** Tells a screen reader how a card ended; where the service gave no final answer, looks whether the service is there at all. */
function tellEnd(job: Job): void {
  useDesk.setState({ announcement: frCamscan.desk.finished(nameOf(job), statusOf(job).text) })
  if (job.failure?.final === false) void queryClient.invalidateQueries({ queryKey: onlineQuery.queryKey })
}

/** Changes whenever something worth storing changed; upload percentages do not. */
function landmark(list: readonly Job[]): string {
  return list.map((job) => `${job.id}:${job.status}:${job.attempt}:${job.held}:${job.accepted}`).join()
}

/** Random enough for an id, and also there on plain HTTP, where crypto.randomUUID is not. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

let open = false

/** Brings the desk to life, once a visit: with the cards of an earlier one, and a word before work in progress is left. */
export function openDesk(): void {
  if (open) return
  open = true
  window.addEventListener('beforeunload', (event) => {
    if (jobs().some(isRunning)) event.preventDefault()
  })
  void restore()
}
