import type { Log } from './log.ts'
import { gauge } from './metrics.ts'

const succeededAt = gauge(
  'periodic_success_timestamp_seconds',
  'When a periodic task last succeeded in this process; 0 before the first time',
  ['task'],
)
const intervalSeconds = gauge('periodic_interval_seconds', 'Pause between two turns of a periodic task', [
  'task',
])

/** Longer than the work of any turn of most tasks. */
const turnMs = 5 * 60_000

type Series = {
  readonly everyMs: number
  /** A turn that takes longer has failed; the next one follows as usual. */
  readonly turnMsMax?: number
  /**
   * @param late aborts when the turn has taken too long
   * @returns when the task last succeeded, if that may have been another process
   */
  readonly work: (late: AbortSignal) => Promise<Date | void>
  readonly log: Log
}

/**
 * Runs `work` now and then every `everyMs`, never twice at once unless a turn did not end in time; a failure is logged and
 * the series continues. The alert PeriodicTaskLate watches all series.
 */
export function runPeriodically(
  name: string,
  { everyMs, work, log, turnMsMax = turnMs }: Series,
): { close: () => Promise<void> } {
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  intervalSeconds.set({ task: name }, everyMs / 1_000)
  succeededAt.set({ task: name }, 0)
  const turn = () => {
    running = inTime(work, turnMsMax)
      .then((at) => succeededAt.set({ task: name }, (at?.getTime() ?? Date.now()) / 1_000))
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

async function inTime(work: Series['work'], ms: number): Promise<Date | void> {
  const late = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      late.abort()
      reject(new Error(`not done after ${ms / 1_000} s`))
    }, ms)
  })
  try {
    return await Promise.race([work(late.signal), tooLate])
  } finally {
    clearTimeout(timer)
  }
}
