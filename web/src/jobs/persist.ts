import { del, get, update } from 'idb-keyval'
import { isFolder } from './job.ts'
import type { Job } from './job.ts'

const key = 'equerre-cards'

/**
 * What may be kept over a reload: everything that the server knows and still holds at `nowMs`. A step that was at work is
 * taken back to its start; its idempotency key stays, so that it is neither done nor paid twice.
 */
export function survivors(jobs: readonly Job[], nowMs: number): readonly Job[] {
  return jobs
    .filter((job) => job.ingest !== null && Date.parse(job.ingest.expires_at) > nowMs)
    .map((job) => ({ ...job, status: settled(job) }))
}

function settled(job: Job): Job['status'] {
  if (job.status === 'detecting') return 'ingested'
  return job.status === 'rectifying' ? 'detected' : job.status
}

/** Cards of an earlier visit. A browser without storage simply has none. */
export async function loadJobs(nowMs: number): Promise<readonly Job[]> {
  const stored = await get<readonly Job[]>(key).catch(() => undefined)
  const jobs = survivors(stored ?? [], nowMs)
  return jobs.filter(
    (job) => job.parent === null || jobs.some((folder) => folder.id === job.parent && isFolder(folder)),
  )
}

/** Keeps the cards of this tab over a reload, but for those that it took away since `before`. */
export async function saveJobs(jobs: readonly Job[], before: readonly Job[], nowMs: number): Promise<void> {
  const merge = (stored: readonly Job[] = []) => survivors(merged(stored, { jobs, before }), nowMs)
  await update(key, merge).catch(() => undefined)
}

/** Forgets the cards of every tab. */
export async function forgetJobs(): Promise<void> {
  await del(key).catch(() => undefined)
}

/** What is stored, with the cards of one tab as they are now; those of other tabs stay as they are. */
export function merged(
  stored: readonly Job[],
  { jobs, before }: { readonly jobs: readonly Job[]; readonly before: readonly Job[] },
): readonly Job[] {
  const own = new Set([...jobs, ...before].map(({ id }) => id))
  return [...stored.filter(({ id }) => !own.has(id)), ...jobs]
}
