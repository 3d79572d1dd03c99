import { isOutage } from '@equerre/platform/postgres'
import type { Context } from '../context.ts'

/** What has failed for this long altogether is no single row, but a queue or a database that does not answer. */
const failingMsMax = 20_000

/**
 * Does the work for one after the other. What fails for one is logged, and stops none of the others.
 * @throws what fails for all: an outage
 */
export async function eachAlone<T>(
  { log }: Pick<Context, 'log'>,
  all: readonly T[],
  work: (one: T) => Promise<void>,
): Promise<void> {
  let failingMs = 0
  for (const one of all) {
    const from = performance.now()
    try {
      await work(one)
    } catch (error) {
      failingMs += performance.now() - from
      if (isOutage(error) || failingMs > failingMsMax) throw error
      log.error({ err: error, ...namesOf(one) }, 'one of many failed; the others go on')
    }
  }
}

/** What a row may be found by: nothing else of it is for the log. */
function namesOf(one: unknown) {
  if (typeof one === 'string') return { id: one }
  const { id, requestId, ownerId } = (one ?? {}) as Record<string, unknown>
  return { id, requestId, ownerId }
}
