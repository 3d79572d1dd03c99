import { useCallback, useSyncExternalStore } from 'react'
import { get } from '../../api/client.ts'
import { retryWhileBusy } from '../../api/retry.ts'

/*
 * Pictures and results fetched from the service, which forbids browser caching (infra/decisions/0047). They are
 * shared here in memory, while a card names them and there is room.
 */

/** Object URL of a fetched file; null while it loads, and for good when it failed. */
export type Fetched = { readonly url: string | null; readonly failed: boolean }

type Held = {
  readonly blob: Promise<Blob>
  readonly stop: AbortController
  /** Current users of the file, called once it has loaded or failed. */
  readonly users: Set<() => void>
  fetched: Fetched
  bytes: number
}

/** Room for the small pictures of some 250 cards, or a handful of the largest files. */
const heldBytesMax = 64 * 1024 * 1024
const pending: Fetched = { url: null, failed: false }

/** Paths named by cards; any other entry is released with its last user. */
let named: ReadonlySet<string> = new Set()

/** By path, least recently used first. */
const held = new Map<string, Held>()

/** The file at `path` of the service, fetched unless it is held. Throws what the call throws. */
export async function fetchHeld(path: string): Promise<Blob> {
  const user = () => undefined
  const entry = take(path, user)
  try {
    return await entry.blob
  } finally {
    leave(path, entry, user)
  }
}

/** Runs `work` once the file at `path` has been fetched, or could not be; if `work` adds a card that names it, it stays held. */
export async function withHeld(path: string | null, work: () => void): Promise<void> {
  if (path === null) return work()
  const user = () => undefined
  const entry = take(path, user)
  await entry.blob.catch(() => undefined)
  work()
  leave(path, entry, user)
}

/** Holds the file at `path` of the service while mounted, fetching it if needed; `blob:` URLs pass through. */
export function useFetched(path: string | null): Fetched {
  const local = path?.startsWith('blob:') === true
  const subscribe = useCallback(
    (user: () => void) => {
      if (path === null || local) return () => undefined
      const entry = take(path, user)
      return () => leave(path, entry, user)
    },
    [path, local],
  )
  const fetched = useSyncExternalStore(
    subscribe,
    () => held.get(path ?? '')?.fetched ?? pending,
    () => pending,
  )
  return local ? { url: path, failed: false } : fetched
}

/** Releases every unused file whose path is not among `paths`, the ones the cards name. */
export function retainOnly(paths: readonly string[]): void {
  named = new Set(paths)
  for (const [path, entry] of held) if (!named.has(path) && entry.users.size === 0) release(path, entry)
}

function take(path: string, user: () => void): Held {
  const known = held.get(path)
  const entry = known === undefined || known.fetched.failed ? begin(path, known?.users ?? new Set()) : known
  held.delete(path)
  held.set(path, entry)
  entry.users.add(user)
  return entry
}

function leave(path: string, entry: Held, user: () => void): void {
  entry.users.delete(user)
  // Abort a download that nobody waits for, and free what no card names.
  if (entry.users.size === 0 && (entry.fetched === pending || !named.has(path))) release(path, entry)
  makeRoom()
}

function begin(path: string, users: Held['users']): Held {
  const stop = new AbortController()
  const { signal } = stop
  // All pages of a large batch at once are more requests than the service takes in a minute.
  const blob = retryWhileBusy(() => get(path, { signal }), signal).then((response) => response.blob())
  const entry: Held = { blob, stop, users, fetched: pending, bytes: 0 }
  blob.then(
    (there) => settle(path, entry, there),
    () => settle(path, entry, null),
  )
  return entry
}

function settle(path: string, entry: Held, blob: Blob | null): void {
  // It was released after its last byte arrived.
  if (held.get(path) !== entry) return
  entry.fetched =
    blob === null ? { url: null, failed: true } : { url: URL.createObjectURL(blob), failed: false }
  entry.bytes = blob?.size ?? 0
  for (const user of entry.users) user()
  makeRoom()
}

function makeRoom(): void {
  let bytes = [...held.values()].reduce((sum, entry) => sum + entry.bytes, 0)
  for (const [path, entry] of held) {
    if (bytes <= heldBytesMax) return
    if (entry.users.size > 0) continue
    bytes -= entry.bytes
    release(path, entry)
  }
}

function release(path: string, entry: Held): void {
  if (held.get(path) === entry) held.delete(path)
  entry.stop.abort()
  if (entry.fetched.url !== null) URL.revokeObjectURL(entry.fetched.url)
}
