import type { Log } from './log.ts'

/**
 * Runs `work` now and then every `everyMs`, never twice at once; a failure is logged and the series
 * continues.
 */
export function runPeriodically(
  name: string,
  { everyMs, work, log }: { everyMs: number; work: () => Promise<void>; log: Log },
): { close: () => Promise<void> } {
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const turn = () => {
    running = work()
      .catch((error: unknown) => log.error({ err: error }, `${name} failed`))
      .then(() => {
        if (!closed) timer = setTimeout(turn, everyMs)
      })
  }
  turn()
  return {
    close: async () => {
      closed = true
      clearTimeout(timer)
      await running
    },
  }
}
