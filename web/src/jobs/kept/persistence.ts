import { camscanWords } from '#words/camscan'
import { retainOnly } from './fetched.ts'
import { deleteFiles, saveFile, releaseFiles } from './files.ts'
import { isUnsent } from '../job.ts'
import type { Job } from '../job.ts'
import { watchOwner } from './owner.ts'
import { eraseExpired, guest, loadJobs, saveJobs, settled, storedFamily, onStoredDeleted } from './persist.ts'
import { pathsOf } from '../results/pictures.ts'
import { dispatch, noteUnsaved, useDesk } from '../store.ts'

/*
 * What the browser keeps of the desk, for whom, and how two tabs share it: a card is stored when something about it has
 * changed, a file from its drop until the service has it, what was fetched for it while it is there, and whoever works on a card
 * has its lock.
 */

const eraseEveryMs = 10 * 60_000

const jobs = (): readonly Job[] => useDesk.getState().jobs

/** Whose desk it is; null until that is known. */
let owner: string | null = null
/** The cards as they were last stored. */
let saved: readonly Job[] = []
let saving: Promise<boolean> = Promise.resolve(true)
let opened = () => {}
/** Files wait until it is known for whom they are kept. */
let keeping = new Promise<void>((resolve) => (opened = resolve))

type Events = {
  /** Cards of earlier visits are there. */
  readonly onRestored: (restored: readonly Job[]) => void
  /** The desk becomes somebody else's: stop what is at work on these cards. */
  readonly onLeft: (left: readonly Job[]) => void
}

/** Brings the cards of earlier visits back, and keeps all of them from now on. */
export function persistDesk({ onRestored, onLeft }: Events): void {
  useDesk.subscribe((desk, before) => {
    if (desk.jobs === before.jobs || fingerprint(desk.jobs) === fingerprint(before.jobs)) return
    retainOnly(desk.jobs.flatMap(pathsOf))
    const sent = desk.jobs.filter((job) => onlySent(job, before.jobs)).map(({ id }) => id)
    // First the card, then the file: a crash between the two must find one of them.
    void save().then(() => deleteStored(sent))
  })
  watchOwner((now) => {
    const left = owner === null || owner === guest ? [] : jobs()
    owner = now
    if (left.length > 0) leave(left)
    void restore(now).then(onRestored)
  })
  onStoredDeleted(() => leave(jobs()))
  function leave(left: readonly Job[]): void {
    onLeft(left)
    saved = []
    dispatch({ type: 'removed', ids: left.map(({ id }) => id) })
  }
  setInterval(() => void eraseExpired(Date.now()), eraseEveryMs)
}

async function restore(now: string): Promise<readonly Job[]> {
  const before = jobs()
  const { jobs: kept, lost } = await loadJobs(now, Date.now())
  if (owner !== now) return []
  // A card that was added while they were read is stored already, and its file not yet.
  const here = new Set([...before, ...jobs()].map(({ id }) => id))
  const restored = kept
    .filter(({ id }) => !here.has(id))
    .map((job) => (lost.has(job.id) ? withoutFile(job) : job))
  saved = [...restored, ...saved]
  dispatch({ type: 'restored', jobs: restored })
  await save()
  opened()
  return restored
}

/** A card whose file must be added once more. */
function withoutFile(job: Job): Job {
  const failure = { text: camscanWords.job.lost, final: false, requestId: null }
  return { ...job, status: 'error', failedStep: 'ingest', failure, held: null }
}

/** Keeps the files of new cards, one after the other; what the browser refuses is told. */
export function persistFiles(ids: readonly string[]): void {
  noteUnsaved(ids, 'busy')
  keeping = keeping.then(async () => {
    for (const id of ids) await persistFile(id)
  })
}

async function persistFile(id: string): Promise<void> {
  const wanted = () => jobs().some((job) => job.id === id && isUnsent(job))
  const kept = wanted() && (await save()) && (await saveFile(id))
  noteUnsaved([id], kept || !wanted() ? null : 'refused')
}

/** Forgets files that were sent, or whose cards were removed. */
export async function deleteStored(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  noteUnsaved(ids, null)
  const shown = new Set(jobs().map(({ id }) => id))
  await releaseFiles(ids.filter((id) => shown.has(id)))
  await deleteFiles(ids.filter((id) => !shown.has(id)))
}

/** Whether leaving the page now would lose a file. */
export function hasUnsavedFiles(): boolean {
  const { unkept } = useDesk.getState()
  return jobs().some((job) => isUnsent(job) && unkept.has(job.id))
}

/**
 * Does `work` on a card while no other tab does, with the card as the last one left it. Where a browser has no locks, on a page
 * without HTTPS, the idempotency keys alone keep two tabs from doing or paying a thing twice.
 */
export async function withLock(id: string, work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work()
  await navigator.locks.request(`equerre-card-${id}`, async () => {
    await takeOver(id)
    await work()
    await save()
  })
}

async function takeOver(id: string): Promise<void> {
  if (!(await save())) return
  const family = await storedFamily(id)
  const own = jobs().filter((job) => job.id === id || job.parent === id)
  if (own.length > 0 && fingerprint(family) !== fingerprint(own.map(settled)))
    dispatch({ type: 'synced', id, family })
}

/** Stores what has changed. @returns false where the browser refuses, or nobody knows yet whose it is */
function save(): Promise<boolean> {
  saving = saving.then(async () => {
    const [now, whose] = [jobs(), owner]
    if (whose === null) return false
    if (now === saved) return true
    const stored = await saveJobs({ jobs: now, before: saved }, whose, Date.now())
    if (stored && owner === whose) saved = now
    return stored
  })
  return saving
}

function onlySent({ id, ingest }: Job, before: readonly Job[]): boolean {
  return ingest !== null && before.some((job) => job.id === id && isUnsent(job))
}

/** Changes whenever something worth storing changed; upload percentages do not. */
function fingerprint(list: readonly Job[]): string {
  return list
    .map((job) => `${job.id}:${job.status}:${job.attempt}:${job.held}:${job.accepted}:${job.receivedAs}`)
    .join()
}
