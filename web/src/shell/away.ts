import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { shellWords } from '#words/shell'

const subscribe = (changed: () => void) => onlineManager.subscribe(changed)

/** Why the service does not answer: a browser that knows itself without a network is at fault, not the service. */
export function awayText(): string {
  return onlineManager.isOnline() ? shellWords.offline : shellWords.noNetwork
}

/** {@link awayText}, as it changes. */
export function useAwayText(): string {
  return useSyncExternalStore(subscribe, awayText, () => shellWords.offline)
}
