import { onlineManager } from '@tanstack/react-query'
import { HttpError, UnreachableError } from './client.ts'

export const pollIntervalMs = 1000

/**
 * Retries 429 at the service's pace for as long as it takes, because a large batch is no failure. An offline
 * browser waits for the network likewise.
 */
export async function retryWhileBusy(ask: () => Promise<Response>, signal: AbortSignal): Promise<Response> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      const busy = error instanceof HttpError && error.status === 429
      const cutOff = error instanceof UnreachableError && !onlineManager.isOnline()
      if (!busy && !cutOff) throw error
      await pause((busy && error.retryAfterMs) || pollIntervalMs, signal)
    }
  }
}

/** Rejects on abort. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      signal.removeEventListener('abort', abort)
      resolve()
    }
    const timer = setTimeout(end, ms)
    const abort = () => {
      clearTimeout(timer)
      reject(new DOMException('aborted', 'AbortError'))
    }
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
}
