import { onlineManager } from '@tanstack/react-query'
import { shellWords } from '#words/shell'

/** Why the service does not answer: a browser that knows itself without a network is at fault, not the service. */
export function awayText(): string {
  return onlineManager.isOnline() ? shellWords.offline : shellWords.noNetwork
}
