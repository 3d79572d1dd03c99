import type { ProblemCode } from '@equerre/contract/problems'
import { isPaid } from '../../account/credits/purchase.ts'
import { HttpError } from '../../api/client.ts'
import { claimFreeCredits } from '../../api/credits.ts'
import { limits } from '../../api/page-facts.ts'
import { noteCredits, refreshCredits } from '../../api/queries.ts'
import { rememberTopUp } from '../../api/top-up.ts'
import { camscanWords } from '#words/camscan'
import { showAlert, withLoaderIfSlow } from '../../ui/notices.ts'
import { allJobs, knownCredits, runner } from '../bench.ts'
import { holdFile } from '../kept/files.ts'
import { sortFiles } from './intake.ts'
import type { Kind } from './intake.ts'
import { awaitsCredits, isFolder, isReady, unpaid } from '../job.ts'
import type { Job } from '../job.ts'
import { deleteStored, persistFiles } from '../kept/persistence.ts'
import { ask, dispatch, useDesk } from '../store.ts'

/* How a file comes to the desk, and what is asked and paid before it goes on. */

type Entry = { readonly file: File; readonly kind: Kind }

/**
 * Takes what was dropped, picked or pasted: refuses what cannot work, checks the credits, starts the rest.
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

/** Cards for new files, kept from here on; nothing happens to them before their price is agreed to. */
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

/** Asks what must be asked before the first credit of these cards is spent, then starts what there are credits for. */
async function admit(ids: readonly string[]): Promise<void> {
  const credits = await withLoaderIfSlow(camscanWords.desk.checking, refreshCredits)
  if (credits <= 0) return stop(ids, 'credits')
  const choice = await confirmPrice(ids.length, credits)
  if (choice === 'recharge') return stop(ids, 'recharge')
  if (choice === 'cancel') return discard(ids)
  dispatch({ type: 'held', ids: ids.slice(credits), held: 'credits' })
  release(ids.slice(0, credits))
}

/** The paywall; behind it the cards wait for credits. */
function stop(ids: readonly string[], held: 'credits' | 'recharge'): void {
  dispatch({ type: 'held', ids, held })
  openPaywall()
}

function release(ids: readonly string[]): void {
  dispatch({ type: 'released', ids })
  // One task later, so that even the first card is seen waiting before it starts.
  setTimeout(() => void runner.wake())
}

function discard(ids: readonly string[]): void {
  dispatch({ type: 'removed', ids })
  void deleteStored(ids)
}

/** A batch that costs more than this is asked about first, whatever the balance. */
const unconfirmedFilesMax = 20

async function confirmPrice(files: number, credits: number): Promise<'first' | 'recharge' | 'cancel'> {
  if (files > credits) return ask({ kind: 'partial', files, credits })
  if (files <= unconfirmedFilesMax) return 'first'
  return (await ask({ kind: 'price', files, credits })) ? 'first' : 'cancel'
}

export function openPaywall(): void {
  useDesk.setState({ paywall: { files: allJobs().filter(awaitsCredits).length } })
}

export function closePaywall(): void {
  useDesk.setState({ paywall: null })
}

/** The free credits of the paywall, then on with what was waiting for them. */
export async function topUp(): Promise<'done' | 'used' | 'exhausted' | 'failed'> {
  try {
    noteCredits(await claimFreeCredits())
  } catch (error) {
    showAlert(camscanWords.paywall.failed)
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

/** The waiting cards that the known credits would pay, beside what is under way. */
function payable(): readonly Job[] {
  const waiting = allJobs().filter(awaitsCredits)
  const credits = knownCredits() ?? waiting.length
  return waiting.slice(0, Math.max(0, credits - unpaid(allJobs())))
}

/**
 * Goes on with the cards that wait, where there are credits for them now. Credits that were just added are for what waits, so
 * they are used; else it is all of it or a question. Many pages whose price nobody agreed to are asked about first in any case.
 */
async function goOn(): Promise<void> {
  const waiting = allJobs().filter(awaitsCredits)
  const paid = payable()
  const ids = paid.map(({ id }) => id)
  if (paid.length === 0) return
  if (paid.length < waiting.length && !recharged) {
    const choice = await ask({ kind: 'partial', files: waiting.length, credits: paid.length })
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

/** Asks which pages of a PDF to straighten, where nobody chose any. */
export async function choosePages(id: string): Promise<void> {
  await runner.choosePages(id)
  void runner.wake()
}

/** Goes on with cards of an earlier visit: with what was agreed to, then with the questions that are open. */
export async function resume(restored: readonly Job[]): Promise<void> {
  if (restored.some(isReady)) void runner.wake()
  for (const job of restored) if (isFolder(job) && job.held === 'choice') void choosePages(job.id)
  const unasked = restored.filter(({ held }) => held === 'price').map(({ id }) => id)
  if (unasked.length > 0) await admit(unasked)
  else if (restored.some(awaitsCredits) && (recharged || !isPaid(location.search))) {
    await refreshCredits()
    await goOn()
  }
}

/** Credits were added since the page was opened. */
let recharged = false

/** New credits are there: the cards that waited for them go on. */
export async function landed(): Promise<void> {
  recharged = true
  await goOn()
}

/** Random enough for an id, and also there on plain HTTP, where crypto.randomUUID is not. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
