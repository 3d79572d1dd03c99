import { lastPrincipal } from '../../api/principal.ts'
import { camscanWords } from '#words/camscan'
import { retainOnly } from './fetched.ts'
import { deleteFiles, saveFile, releaseFiles } from './files.ts'
import { isUnsent } from '../job.ts'
import type { Job } from '../job.ts'
import { watchOwner } from './owner.ts'
import { eraseExpired, guest, loadJobs, saveJobs, settled, storedFamily, onStoredDeleted } from './persist.ts'
import { reduceJobs } from '../reducer.ts'
import { pathsOf } from '../results/pictures.ts'
import { dispatch, noteUnsaved, useDesk } from '../store.ts'

/*
 * What the browser stores of the desk, for which owner, and how tabs share it: a card is stored on every change,
 * a file from its drop until the service has it. Fetched pictures are held while their card exists. Processing a
 * card takes its lock.
 */

const eraseEveryMs = 10 * 60_000

const jobs = (): readonly Job[] => useDesk.getState().jobs

/** The desk's owner; null until known. */
let owner: string | null = null
/** The cards as last stored. */
let saved: readonly Job[] = []
let saving: Promise<boolean> = Promise.resolve(true)
let opened = () => {}
/** Files are stored only once the owner is known. */
let keeping = new Promise<void>((resolve) => (opened = resolve))
/** Whether files of cards that have left the desk are still being stored. */
let parting = false

type Events = {
  /** Cards of earlier visits were restored. */
  readonly onRestored: (restored: readonly Job[]) => void
  /** The desk changes hands: stop working on these cards. */
  readonly onLeft: (left: readonly Job[]) => void
}

/** Restores the cards of earlier visits, and stores all cards from now on. */
export function persistDesk({ onRestored, onLeft }: Events): void {
  useDesk.subscribe((desk, before) => {
    if (desk.jobs === before.jobs || fingerprint(desk.jobs) === fingerprint(before.jobs)) return
    retainOnly(desk.jobs.flatMap(pathsOf))
    const sent = desk.jobs.filter((job) => onlySent(job, before.jobs)).map(({ id }) => id)
    // Store the card before deleting the file: after a crash in between, one of them must be left.
    void save().then(() => deleteStored(sent))
  })
  watchOwner((now) => {
    const [left, whose] = [jobs(), owner]
    owner = now
    if (whose !== null && whose !== guest && left.length > 0) {
      // Not of whoever has signed out, in another tab: they leave nothing.
      if (lastPrincipal() === 'ended') keepFor(whose, left)
      leave(left)
    }
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

/** Stores what `whose` leaves behind, down to files dropped a moment ago: it is there when they sign in again. */
function keepFor(whose: string, left: readonly Job[]): void {
  const change = { jobs: left, before: saved }
  saving = saving.then(() => saveJobs(change, whose, Date.now()))
  parting = left.some(isUnsent)
  keeping = Promise.all([keeping, saving]).then(async () => {
    for (const { id } of left.filter(isUnsent)) await saveFile(id)
    parting = false
  })
}

async function restore(now: string): Promise<readonly Job[]> {
  const before = jobs()
  const { jobs: kept, lost, foreign } = await loadJobs(now, Date.now())
  if (owner !== now) return []
  // A card added while these were loading is already stored, its file not yet: do not restore it as lost.
  const here = new Set([...before, ...jobs()].map(({ id }) => id))
  const mine = kept
    .filter(({ id }) => !here.has(id))
    .map((job) => (lost.has(job.id) ? withoutFile(job) : job))
  const restored = foreign.reduce<readonly Job[]>(
    (list, id) => reduceJobs(list, { type: 'erased', id, foreign: true }),
    mine,
  )
  saved = [...restored, ...saved]
  dispatch({ type: 'restored', jobs: restored })
  await save()
  opened()
  return restored
}

/** A card whose file the user must add again. */
function withoutFile(job: Job): Job {
  const failure = { text: camscanWords.job.lost, final: false, requestId: null }
  return { ...job, status: 'error', failedStep: 'ingest', failure, held: null }
}

/** Stores the files of new cards one by one; notes the ones the browser refuses. */
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

/** Deletes stored files that were sent or whose cards were removed. */
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
  return parting || jobs().some((job) => isUnsent(job) && unkept.has(job.id))
}

/**
 * Runs `work` on a card while no other tab can, starting from the state the last tab left. Without Web Locks, as
 * on plain HTTP, idempotency keys alone keep two tabs from doing or paying for the same step twice.
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

/** Stores changes. @returns false if the browser refuses or the owner is not known yet */
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

/** Changes with anything worth storing, which upload progress is not. */
function fingerprint(list: readonly Job[]): string {
  return list
    .map((job) => {
      const { id, status, attempt, held, accepted, receivedAs, place, title } = job
      const { wanted, renderings, renderFailure } = job
      const asked = [wanted?.filter, wanted?.relighting, wanted?.turn, wanted?.flatten, wanted?.text]
      const look = [...asked, renderings, renderFailure !== null]
      return [id, status, attempt, held, accepted, receivedAs, place, title, ...look].join(':')
    })
    .join()
}
