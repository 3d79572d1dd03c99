import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { shellWords } from '#words/shell'

const subscribe = (changed: () => void) => onlineManager.subscribe(changed)

/** Why the service does not answer: an offline browser, or the service itself. */
export function awayText(): string {
  return onlineManager.isOnline() ? shellWords.offline : shellWords.noNetwork
}

/** {@link awayText}, kept up to date. */
export function useAwayText(): string {
  return useSyncExternalStore(subscribe, awayText, () => shellWords.offline)
}
