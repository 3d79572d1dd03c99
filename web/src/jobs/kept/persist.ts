import { del, get, update } from 'idb-keyval'
import { deleteFiles, deleteAllFiles, keptFiles } from './files.ts'
import { isFinished, isFolder, isUnsent, pagesOf, stepKinds } from '../job.ts'
import type { Job } from '../job.ts'
import { noteWaiting } from './waiting.ts'

const storageKey = 'equerre-cards'
/** As long as the service keeps what was sent: a card may not stay longer because it was not. */
const unsentMaxMs = 24 * 3_600_000
const channelName = 'equerre-forgotten'

/** Whoever used this page has left: what is still at work in it is stored no more. */
let forgotten = false

/** Whoever has no account: what they left goes to the account that is signed into. */
export const guest = 'guest'

/** A card over a reload, of whom it is, and since when it is kept. */
export type StoredJob = { readonly job: Job; readonly owner: string; readonly sinceMs: number }

/** What a tab shows now, and what it had saved before. */
type Change = { readonly jobs: readonly Job[]; readonly before: readonly Job[] }

/** A step that was at work is taken back to its start; its idempotency key stays, so that it is neither done nor paid twice. */
export function settled(job: Job): Job {
  if (job.status === 'uploading') return { ...job, status: 'queued', progress: 0 }
  if (job.status === 'detecting') return { ...job, status: 'ingested' }
  return job.status === 'rectifying' ? { ...job, status: 'detected' } : job
}

/** What of `stored` is still kept at `nowMs` when `owner` is at the browser: nothing of another account, and what a guest left is theirs. */
export function keptFor(
  stored: readonly StoredJob[],
  { owner, nowMs }: { readonly owner: string; readonly nowMs: number },
): readonly StoredJob[] {
  const lasting = unexpired(stored, nowMs)
  if (owner === guest) return lasting
  return lasting
    .filter((kept) => kept.owner === owner || kept.owner === guest)
    .map((kept) => ({ ...kept, owner }))
}

/** What is stored, with what one tab has changed; cards of other tabs and of other people stay as they are. */
export function merged(
  stored: readonly StoredJob[],
  { jobs, before }: Change,
  { owner, nowMs }: { readonly owner: string; readonly nowMs: number },
): readonly StoredJob[] {
  const saved = new Map(before.map((job) => [job.id, job]))
  const changed = new Map(jobs.filter((job) => saved.get(job.id) !== job).map((job) => [job.id, job]))
  const shown = new Set(jobs.map(({ id }) => id))
  const left = stored.flatMap((kept) => {
    const job = changed.get(kept.job.id)
    changed.delete(kept.job.id)
    if (job !== undefined) return [further(kept.job, job) ? kept : { ...kept, owner, job: settled(job) }]
    return saved.has(kept.job.id) && !shown.has(kept.job.id) ? [] : [kept]
  })
  // What was saved and is not there any more, another tab took away.
  const added = [...changed.values()]
    .filter(({ id, parent }) => !saved.has(id) && !(parent !== null && wasRemoved(saved, left, parent)))
    .map((job) => ({ job: settled(job), owner, sinceMs: nowMs }))
  return unexpired([...left, ...added], nowMs)
}

/** Cards of earlier visits, and which of them wait for a file that the browser could not keep. */
type Restored = { readonly jobs: readonly Job[]; readonly lost: ReadonlySet<string> }

/** Brings back the cards of `owner`, and takes away what nobody may see any more. A browser without storage has none. */
export async function loadJobs(owner: string, nowMs: number): Promise<Restored> {
  // Before the cards are read: another tab keeps a file only after its card.
  const files = new Set(await keptFiles())
  const stored = await rewrite((list) => keptFor(list, { owner, nowMs }))
  if (stored === null) return { jobs: [], lost: files }
  const unsent = new Set(stored.filter(({ job }) => isUnsent(job)).map(({ job }) => job.id))
  await deleteFiles([...files].filter((id) => !unsent.has(id)))
  const jobs = stored.filter((kept) => kept.owner === owner).map(({ job }) => job)
  return {
    jobs: jobs.filter(({ parent }) => parent === null).flatMap((job) => [job, ...pagesOf(jobs, job)]),
    lost: new Set([...unsent].filter((id) => !files.has(id))),
  }
}

/** Keeps what this tab changed over a reload. @returns false where the browser refuses */
export async function saveJobs(change: Change, owner: string, nowMs: number): Promise<boolean> {
  return (await rewrite((stored) => merged(stored, change, { owner, nowMs }))) !== null
}

/** A card as it is stored, with its pages; empty when another tab took it away. */
export async function storedFamily(id: string): Promise<readonly Job[]> {
  const stored = await get<readonly StoredJob[]>(storageKey).catch(() => undefined)
  return (stored ?? []).map(({ job }) => job).filter((job) => job.id === id || job.parent === id)
}

/** Takes away what is older than it may be, whoever left it. */
export async function eraseExpired(nowMs: number): Promise<void> {
  const files = await keptFiles()
  const stored = await rewrite((list) => unexpired(list, nowMs))
  if (stored === null) return
  const unsent = new Set(stored.filter(({ job }) => isUnsent(job)).map(({ job }) => job.id))
  await deleteFiles(files.filter((id) => !unsent.has(id)))
}

/** Forgets the cards of every tab, and their files; this page keeps nothing any more. */
export async function deleteAllJobs(): Promise<void> {
  forgotten = true
  noteWaiting(null)
  await Promise.all([del(storageKey).catch(() => undefined), deleteAllFiles()])
  new BroadcastChannel(channelName).postMessage(null)
}

/** Calls `look` when another tab forgot everything. */
export function onStoredDeleted(look: () => void): void {
  new BroadcastChannel(channelName).addEventListener('message', look)
}

/** Changes what is stored in one transaction. @returns what is stored then; null where the browser refuses */
async function rewrite(
  change: (stored: readonly StoredJob[]) => readonly StoredJob[],
): Promise<readonly StoredJob[] | null> {
  if (forgotten) return null
  let now: readonly StoredJob[] = []
  try {
    // What an earlier release stored tells not whose it is.
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

/** Whether a card was brought further than this tab has seen. */
function further(stored: Job, seen: Job): boolean {
  return reached(stored) > reached(seen)
}

function reached(job: Job): number {
  return stepKinds.filter((kind) => job[kind] !== null).length + job.paid + job.corrections
}

function unexpired(stored: readonly StoredJob[], nowMs: number): readonly StoredJob[] {
  return stored.filter((kept) => untilMs(kept) > nowMs)
}

function untilMs({ job, sinceMs }: StoredJob): number {
  return job.ingest === null ? sinceMs + unsentMaxMs : Date.parse(job.ingest.expires_at)
}

/** Something will still happen to it, or its file is only here. */
function waits(job: Job): boolean {
  return isUnsent(job) || !(isFinished(job) || isFolder(job) || job.held === 'choice')
}
