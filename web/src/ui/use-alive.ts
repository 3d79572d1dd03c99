import { useSyncExternalStore } from 'react'

/**
 * Whether the browser draws the page: false on the server, and while the server's drawing is taken over. What only this
 * browser knows may be drawn from then on, because both drawings must be the same.
 */
export function useAlive(): boolean {
  return useSyncExternalStore(never, always, notYet)
}

const never = () => () => {}
const always = () => true
const notYet = () => false
