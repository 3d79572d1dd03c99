import { useCallback, useSyncExternalStore } from 'react'
import { get } from '../../api/client.ts'

/*
 * Pictures and results as the service sent them. It lets no browser keep a copy, so what one place has fetched stays here for the
 * others: in memory, while a card names it, and as long as there is room. Why so: infra/decisions/0047.
 */

/** Where an element finds what lies at a path: null until it is here, and for good where it cannot be had. */
export type Fetched = { readonly url: string | null; readonly failed: boolean }

type Held = {
  readonly blob: Promise<Blob>
  readonly stop: AbortController
  /** Whoever shows or saves it now, called when it is here or cannot be had. */
  readonly users: Set<() => void>
  fetched: Fetched
  bytes: number
}

/** Small pictures of some 250 cards, or a handful of the largest files. */
const heldBytesMax = 64 * 1024 * 1024
const pending: Fetched = { url: null, failed: false }

/** What the cards name; anything else is let go of with its last user. */
let named: ReadonlySet<string> = new Set()

/** By path, what was used longest ago first. */
const held = new Map<string, Held>()

/** What lies at `path` of the service, fetched unless it is here. Raises what the call raises. */
export async function fetchHeld(path: string): Promise<Blob> {
  const user = () => undefined
  const entry = take(path, user)
  try {
    return await entry.blob
  } finally {
    leave(path, entry, user)
  }
}

/** Fetches what lies at `path` of the service, unless it is here, for as long as it is shown; a picture of this tab is at hand. */
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

/** Lets go of everything that lies elsewhere than at `paths`, the paths of the cards, and that nothing shows. */
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
  // What nobody waits for is not worth the rest of its bytes, nor what no card names its place.
  if (entry.users.size === 0 && (entry.fetched === pending || !named.has(path))) release(path, entry)
  makeRoom()
}

function begin(path: string, users: Held['users']): Held {
  const stop = new AbortController()
  const blob = get(path, { signal: stop.signal }).then((response) => response.blob())
  const entry: Held = { blob, stop, users, fetched: pending, bytes: 0 }
  blob.then(
    (there) => settle(path, entry, there),
    () => settle(path, entry, null),
  )
  return entry
}

function settle(path: string, entry: Held, blob: Blob | null): void {
  // Its card went away between the last byte and now.
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
