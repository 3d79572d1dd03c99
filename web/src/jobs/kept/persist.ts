import { del, get, update } from 'idb-keyval'
import { pageCookies, readGuestCookies } from '../../api/cookies.ts'
import { deleteFiles, deleteAllFiles, keptFiles } from './files.ts'
import { isErased, isFinished, isFolder, isUnsent, newJob, pagesOf, stepKinds } from '../job.ts'
import type { Job } from '../job.ts'
import { noteWaiting } from './waiting.ts'

const storageKey = 'equerre-cards'
/** Equal to the service's retention: a card must not be kept longer because its file was never sent. */
const unsentMaxMs = 24 * 3_600_000
const channelName = 'equerre-forgotten'

/** The user has left this page: work still running in it is no longer stored. */
let forgotten = false

/** Owner of cards made without an account; the account that signs in takes them over. */
export const guest = 'guest'

/**
 * A stored card, its owner, and when it was first stored. `visit`: the guest that its file was sent by; absent on
 * cards of accounts, unsent ones, and those of the former release.
 */
export type StoredJob = {
  readonly job: Job
  readonly owner: string
  readonly sinceMs: number
  readonly visit?: string | undefined
}

/** Who uses the browser: the desk's owner, and the guest that its cookies name, if any. */
type Holder = { readonly owner: string; readonly visit: string | null; readonly nowMs: number }

/** A tab's cards now, and as it last saved them. */
type Change = { readonly jobs: readonly Job[]; readonly before: readonly Job[] }

/** Resets a running step to its start; its idempotency key stays, so it is neither done nor paid for twice. */
export function settled(job: Job): Job {
  if (job.status === 'uploading') return { ...job, status: 'queued', progress: 0 }
  if (job.status === 'detecting') return { ...job, status: 'ingested' }
  return job.status === 'rectifying' ? { ...job, status: 'detected' } : job
}

/**
 * The cards of `stored` to keep at `nowMs` when `owner` uses the browser. Signing in drops the cards of other
 * accounts and takes over a guest's.
 */
export function keptFor(stored: readonly StoredJob[], { owner, visit, nowMs }: Holder): readonly StoredJob[] {
  const lasting = unexpired(stored, nowMs)
  if (owner === guest) return lasting
  return lasting
    .filter((kept) => kept.owner === owner || kept.owner === guest)
    .map((kept) => ({ ...kept, owner, ...(kept.visit === visit && { visit: undefined }) }))
}

/** Applies one tab's changes to `stored`; cards of other tabs and other owners stay as they are. */
export function merged(
  stored: readonly StoredJob[],
  { jobs, before }: Change,
  { owner, visit, nowMs }: Holder,
): readonly StoredJob[] {
  const sentBy = ({ ingest }: Job) => (ingest !== null && owner === guest && visit !== null ? { visit } : {})
  const saved = new Map(before.map((job) => [job.id, job]))
  const changed = new Map(jobs.filter((job) => saved.get(job.id) !== job).map((job) => [job.id, job]))
  const shown = new Set(jobs.map(({ id }) => id))
  const left = stored.flatMap((kept) => {
    const job = changed.get(kept.job.id)
    changed.delete(kept.job.id)
    if (job !== undefined) {
      // What had been sent before was sent by whoever was the guest then.
      const visit = kept.job.ingest === null && sentBy(job)
      return [further(kept.job, job) ? kept : { ...kept, ...visit, owner, job: settled(job) }]
    }
    return saved.has(kept.job.id) && !shown.has(kept.job.id) ? [] : [kept]
  })
  // A card that this tab had saved and that is gone was removed by another tab.
  const added = [...changed.values()]
    .filter(({ id, parent }) => !saved.has(id) && !(parent !== null && wasRemoved(saved, left, parent)))
    .map((job) => ({ ...sentBy(job), job: settled(job), owner, sinceMs: nowMs }))
  return unexpired([...left, ...added], nowMs)
}

/**
 * Cards of earlier visits, the ids of those whose unsent file the browser could not keep, and of those whose file
 * was sent by a guest that its cookies name no more.
 */
type Restored = {
  readonly jobs: readonly Job[]
  readonly lost: ReadonlySet<string>
  readonly foreign: readonly string[]
}

/** Loads the cards of `owner` and deletes those no longer to be kept. Without storage there are none. */
export async function loadJobs(owner: string, nowMs: number): Promise<Restored> {
  // Read before the cards, because other tabs store a card before its file.
  const files = new Set(await keptFiles())
  const visit = visitNow()
  const stored = await rewrite((list) => keptFor(list, { owner, visit, nowMs }))
  if (stored === null) return { jobs: [], lost: files, foreign: [] }
  const unsent = new Set(stored.filter(({ job }) => isUnsent(job)).map(({ job }) => job.id))
  await deleteFiles([...files].filter((id) => !unsent.has(id)))
  const jobs = stored.filter((kept) => kept.owner === owner).map(({ job }) => whole(job))
  return {
    jobs: jobs.filter(({ parent }) => parent === null).flatMap((job) => [job, ...pagesOf(jobs, job)]),
    lost: new Set([...unsent].filter((id) => !files.has(id))),
    foreign: stored.filter((kept) => (kept.visit ?? visit) !== visit).map(({ job }) => job.id),
  }
}

/** Stores this tab's changes. @returns false if the browser refuses */
export async function saveJobs(change: Change, owner: string, nowMs: number): Promise<boolean> {
  return (await rewrite((stored) => merged(stored, change, { owner, visit: visitNow(), nowMs }))) !== null
}

/** Enough of the guest's key to tell guests apart, and none to be taken for one. */
function visitNow(): string | null {
  return readGuestCookies(pageCookies()).guestKey?.slice(0, 8) ?? null
}

/** A card as stored, with its pages; empty if another tab removed it. */
export async function storedFamily(id: string): Promise<readonly Job[]> {
  const stored = await get<readonly StoredJob[]>(storageKey).catch(() => undefined)
  return (stored ?? []).map(({ job }) => whole(job)).filter((job) => job.id === id || job.parent === id)
}

/** Deletes expired cards and their files, whoever owns them. */
export async function eraseExpired(nowMs: number): Promise<void> {
  const files = await keptFiles()
  const stored = await rewrite((list) => unexpired(list, nowMs))
  if (stored === null) return
  const unsent = new Set(stored.filter(({ job }) => isUnsent(job)).map(({ job }) => job.id))
  await deleteFiles(files.filter((id) => !unsent.has(id)))
}

/** Deletes every tab's stored cards and files; this page stores nothing any more. */
export async function deleteAllJobs(): Promise<void> {
  forgotten = true
  noteWaiting(null)
  await Promise.all([del(storageKey).catch(() => undefined), deleteAllFiles()])
  new BroadcastChannel(channelName).postMessage(null)
}

/** Calls `onDeleted` when another tab deleted everything. */
export function onStoredDeleted(onDeleted: () => void): void {
  new BroadcastChannel(channelName).addEventListener('message', onDeleted)
}

/** Updates the stored cards in one transaction. @returns the new list; null if the browser refuses */
async function rewrite(
  change: (stored: readonly StoredJob[]) => readonly StoredJob[],
): Promise<readonly StoredJob[] | null> {
  if (forgotten) return null
  let now: readonly StoredJob[] = []
  try {
    // Drop entries of an earlier release, which name no owner.
    await update<readonly StoredJob[]>(
      storageKey,
      (stored = []) => (now = change(stored.filter((kept) => 'job' in kept))),
    )
  } catch {
    return null
  }
  const waiting = now.filter(({ job }) => waits(job)).map(untilMs)
  noteWaiting(waiting.length === 0 ? null : Math.min(...waiting))
  return now
}

function wasRemoved(saved: ReadonlyMap<string, Job>, stored: readonly StoredJob[], id: string): boolean {
  return saved.has(id) && !stored.some(({ job }) => job.id === id)
}

/** Whether the stored card is further along than this tab's. Nothing comes after an erasure. */
function further(stored: Job, seen: Job): boolean {
  return !isErased(seen) && reached(stored) > reached(seen)
}

function reached(job: Job): number {
  const { paid, corrections, renderings } = whole(job)
  return stepKinds.filter((kind) => job[kind] !== null).length + paid + corrections + renderings
}

/** Adds the fields that a card stored by the previous release lacks. */
function whole(job: Job): Job {
  return { ...newJob(job), ...job }
}

function unexpired(stored: readonly StoredJob[], nowMs: number): readonly StoredJob[] {
  return stored.filter((kept) => untilMs(kept) > nowMs)
}

function untilMs({ job, sinceMs }: StoredJob): number {
  return job.ingest === null ? sinceMs + unsentMaxMs : Date.parse(job.ingest.expires_at)
}

/** The card is still to be processed, or its file is only in this browser. */
function waits(job: Job): boolean {
  return isUnsent(job) || !(isFinished(job) || isFolder(job) || job.held === 'choice')
}
