import type { ProblemCode } from '@equerre/contract/problems'
import { isPaid } from '../../account/credits/purchase.ts'
import { showFailure } from '../../account/show-failure.ts'
import { HttpError } from '../../api/client.ts'
import { claimFreeCredits } from '../../api/credits.ts'
import { limits } from '../../api/page-facts.ts'
import { noteCredits, refreshCredits } from '../../api/queries.ts'
import { rememberTopUp } from '../../api/top-up.ts'
import { camscanWords } from '#words/camscan'
import { showAlert, withLoaderIfSlow } from '../../ui/notices/notices.ts'
import { allJobs, knownCredits, runner } from '../bench.ts'
import { holdFile } from '../kept/files.ts'
import { sortFiles } from './intake.ts'
import type { Kind } from './intake.ts'
import { documentCards } from '../documents.ts'
import { awaitsCredits, isFolder, isReady, unpaid } from '../job.ts'
import type { Job } from '../job.ts'
import { deleteStored, persistFiles } from '../kept/persistence.ts'
import { ask, dispatch, useDesk } from '../store.ts'

/* How files are added to the desk, and what is asked and paid before they are processed. */

type Entry = { readonly file: File; readonly kind: Kind }

/**
 * Takes dropped, picked or pasted files: refuses unusable ones, checks the credits, starts the rest.
 * @param unread names of what the browser could not read
 */
export async function addFiles(files: readonly File[], unread: readonly string[] = []): Promise<void> {
  if (files.length + unread.length === 0) return showAlert(camscanWords.desk.noFile)
  const { accepted, refused: unfit } = sortFiles(files, limits)
  const refused = [...unread.map((name) => ({ name, reason: camscanWords.refusals.unread })), ...unfit]
  const announcement = camscanWords.desk.added(accepted.length, refused.length)
  useDesk.setState({ refused, announcement })
  if (accepted.length > 0) await admit(add(accepted))
}

/** Adds and stores cards for new files; nothing is sent until their price is agreed. */
function add(entries: readonly Entry[]): readonly string[] {
  const added = entries.map(({ file, kind }) => {
    const id = randomId()
    holdFile(id, file)
    return { id, kind, name: file.name, size: file.size }
  })
  dispatch({ type: 'added', jobs: added, held: 'price' })
  const ids = added.map(({ id }) => id)
  persistFiles(ids)
  return ids
}

/**
 * Makes each other document of a photo, or each page of an open book, a card of its own. The price was on the button: only what the credits do not cover, or
 * very many, is asked about.
 */
export async function splitDocuments(id: string): Promise<void> {
  const photo = allJobs().find((job) => job.id === id)
  if (photo === undefined) return
  const ids = documentCards(photo)
    .filter(({ held }) => held === 'price')
    .map((card) => card.id)
  const agreed = await agree(ids.length, 'documents')
  if (agreed.choice === 'cancel' || !remain([id])) return
  dispatch({ type: 'split', id })
  start(ids, agreed)
}

/** Asks for any consent needed before these cards spend credits, then starts as many as the credits cover. */
async function admit(ids: readonly string[]): Promise<void> {
  const agreed = await agree(ids.length)
  if (!remain(ids)) return
  if (agreed.choice === 'cancel') discard(ids)
  else start(ids, agreed)
}

/** Whether any of these cards is still here: all leave along with their owner if the session has ended meanwhile. */
function remain(ids: readonly string[]): boolean {
  return allJobs().some(({ id }) => ids.includes(id))
}

type Agreed = { readonly credits: number; readonly choice: 'first' | 'recharge' | 'cancel' }

async function agree(cards: number, of: 'files' | 'documents' = 'files'): Promise<Agreed> {
  const credits = await withLoaderIfSlow(camscanWords.desk.checking, refreshCredits)
  return { credits, choice: credits <= 0 ? 'first' : await confirmPrice(cards, credits, of) }
}

function start(ids: readonly string[], { credits, choice }: Agreed): void {
  if (credits <= 0) return stop(ids, 'credits')
  if (choice === 'recharge') return stop(ids, 'recharge')
  dispatch({ type: 'held', ids: ids.slice(credits), held: 'credits' })
  release(ids.slice(0, credits))
}

/** Holds the cards until there are credits, and opens the paywall. */
function stop(ids: readonly string[], held: 'credits' | 'recharge'): void {
  dispatch({ type: 'held', ids, held })
  openPaywall()
}

function release(ids: readonly string[]): void {
  dispatch({ type: 'released', ids })
  // One task later, so that even the first card is shown as waiting before it starts.
  setTimeout(() => void runner.wake())
}

function discard(ids: readonly string[]): void {
  dispatch({ type: 'removed', ids })
  void deleteStored(ids)
}

/** A batch of more files than this needs a confirmation, whatever the balance. */
const unconfirmedFilesMax = 20

async function confirmPrice(
  files: number,
  credits: number,
  of: 'files' | 'documents',
): Promise<Agreed['choice']> {
  if (files > credits) return ask({ kind: 'partial', of, files, credits })
  if (files <= unconfirmedFilesMax) return 'first'
  return (await ask({ kind: 'price', files, credits })) ? 'first' : 'cancel'
}

export function openPaywall(): void {
  useDesk.setState({ paywall: { files: allJobs().filter(awaitsCredits).length } })
}

export function closePaywall(): void {
  useDesk.setState({ paywall: null })
}

/** Claims the paywall's free credits, then resumes the cards that were waiting for them. */
export async function topUp(): Promise<'done' | 'used' | 'exhausted' | 'failed'> {
  try {
    noteCredits(await claimFreeCredits())
  } catch (error) {
    showFailure(error, camscanWords.paywall.failed)
    if (!(error instanceof HttpError && error.status === 429)) return 'failed'
    if (error.code === ('free_credits_exhausted' satisfies ProblemCode)) return 'exhausted'
    rememberTopUp()
    return 'used'
  }
  rememberTopUp()
  closePaywall()
  await landed()
  return 'done'
}

/** Starts as many waiting cards as there are credits. */
export function resumeHeld(): void {
  release(payable().map(({ id }) => id))
}

/** The waiting cards that the known balance covers, on top of those under way. */
function payable(): readonly Job[] {
  const waiting = allJobs().filter(awaitsCredits)
  const credits = knownCredits() ?? waiting.length
  return waiting.slice(0, Math.max(0, credits - unpaid(allJobs())))
}

/**
 * Resumes waiting cards that there are now credits for. Newly added credits are meant for them and are used
 * without asking; otherwise, if the balance covers only some, it asks. A large batch whose price was not agreed
 * always needs a confirmation.
 */
async function resumeWaiting(): Promise<void> {
  const waiting = allJobs().filter(awaitsCredits)
  const paid = payable()
  const ids = paid.map(({ id }) => id)
  if (paid.length === 0) return
  if (paid.length < waiting.length && !recharged) {
    const choice = await ask({ kind: 'partial', of: 'files', files: waiting.length, credits: paid.length })
    if (choice === 'recharge')
      stop(
        waiting.map(({ id }) => id),
        'recharge',
      )
    if (choice === 'first') release(ids)
    return
  }
  const unagreed = paid.filter(({ held }) => held === 'credits').length
  const price = { kind: 'price', files: paid.length, credits: knownCredits() ?? 0 } as const
  if (unagreed <= unconfirmedFilesMax || (await ask(price))) release(ids)
}

/** Asks which pages of a PDF to straighten. */
export async function choosePages(id: string): Promise<void> {
  await runner.choosePages(id)
  void runner.wake()
}

/** Resumes cards of an earlier visit: first those already agreed to, then the open questions. */
export async function resume(restored: readonly Job[]): Promise<void> {
  if (restored.some(isReady)) void runner.wake()
  for (const job of restored) if (isFolder(job) && job.held === 'choice') void choosePages(job.id)
  const unasked = restored.filter(({ held }) => held === 'price').map(({ id }) => id)
  if (unasked.length > 0) await admit(unasked)
  else if (restored.some(awaitsCredits) && (recharged || !isPaid(location.search))) {
    await refreshCredits()
    await resumeWaiting()
  }
}

/** Whether credits were added since the page was opened. */
let recharged = false

/** New credits have arrived: resumes the cards waiting for them. */
export async function landed(): Promise<void> {
  recharged = true
  await resumeWaiting()
}

/** A random id that also works on plain HTTP, where crypto.randomUUID is missing. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
