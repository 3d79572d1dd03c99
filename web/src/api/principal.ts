import { useSyncExternalStore } from 'react'

/** `ended`: a guest again whose session has ended, which the page says until they have read it or signed in. */
export type PrincipalKind = 'user' | 'guest' | 'ended'

const storageKey = 'equerre-principal'
const kinds: readonly (string | null)[] = ['user', 'guest', 'ended'] satisfies readonly PrincipalKind[]
const watchers = new Set<() => void>()
/** Whether this tab shows an account, as far as it has heard; {@link lastPrincipal} is that of all tabs. */
let showsAccount = lastPrincipal() === 'user'

/** Who the page last acted for, so that an account's balance is never shown as a guest's; null if unknown. */
export function lastPrincipal(): PrincipalKind | null {
  try {
    const kind = localStorage.getItem(storageKey)
    return kinds.includes(kind) ? (kind as PrincipalKind) : null
  } catch {
    return null
  }
}

export function rememberPrincipal(kind: PrincipalKind): void {
  try {
    localStorage.setItem(storageKey, kind)
  } catch {
    // Storage may be blocked; the display then falls back to the cookies alone.
  }
  showsAccount = lastPrincipal() === 'user'
  for (const tell of watchers) tell()
}

/**
 * Whether calls of this tab are meant for an account. Of a session that another tab has found ended this one hears a call
 * later, and what it sends until then must not be answered as a guest's either.
 */
export function callsForAccount(): boolean {
  const last = lastPrincipal()
  return last === 'user' || (last === 'ended' && showsAccount)
}

/** Nobody is signed in: whoever was until now has not asked for that. @returns null, as the user */
export function noteGuest(): null {
  const last = lastPrincipal()
  rememberPrincipal(last === 'user' || last === 'ended' ? 'ended' : 'guest')
  return null
}

/** {@link lastPrincipal}, kept up to date; null in server-rendered markup. */
export function useLastPrincipal(): PrincipalKind | null {
  return useSyncExternalStore(watch, lastPrincipal, () => null)
}

function watch(tell: () => void): () => void {
  watchers.add(tell)
  const stop = principalChanged(tell)
  return () => {
    watchers.delete(tell)
    stop()
  }
}

/** Calls `onChange` when another tab stores another kind of principal, until the returned function is called. */
export function principalChanged(onChange: () => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    if (key === storageKey) onChange()
  }
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
}
