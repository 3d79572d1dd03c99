import { startTransition, useEffect, useState, useSyncExternalStore } from 'react'

/**
 * Whether the browser draws the page: false on the server, and while the server's drawing is taken over. What only this
 * browser knows may be drawn from then on, because both drawings must be the same.
 */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(useSyncExternalStore(never, always, notYet))
  // In a transition: the store alone would have everything that waits for it drawn in one go.
  useEffect(() => startTransition(() => setHydrated(true)), [])
  return hydrated
}

const never = () => () => {}
const always = () => true
const notYet = () => false
