import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { onlineQuery } from '../api/queries.ts'
import { useAnswer } from '../api/use-answer.ts'
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

/** Whether the service itself is down. Without a network the desk takes files all the same: they wait there for it. */
export function useServiceDown(): boolean {
  const hasNetwork = useSyncExternalStore(
    subscribe,
    () => onlineManager.isOnline(),
    () => true,
  )
  return useAnswer(onlineQuery) === false && hasNetwork
}
