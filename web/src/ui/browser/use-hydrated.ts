import { startTransition, useEffect, useState, useSyncExternalStore } from 'react'

/**
 * False on the server and during hydration, when the browser must render the same markup; true afterwards, when
 * the page may show what only this browser knows.
 */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(useSyncExternalStore(never, always, notYet))
  // In a transition: with the store alone, everything waiting for it would render in one blocking task.
  useEffect(() => startTransition(() => setHydrated(true)), [])
  return hydrated
}

const never = () => () => {}
const always = () => true
const notYet = () => false
