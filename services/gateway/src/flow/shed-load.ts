import { visionQueues } from '@equerre/contract/jobs'
import { Problem } from '@equerre/contract/problems'
import type { Context } from '../context.ts'

/**
 * Turns automation away while a lane is late, so that people in a browser still get through.
 * @throws Problem `rate_limited`
 */
export async function shedLoad(ctx: Context): Promise<void> {
  const ageMsMax = ctx.config.limits.queueAgeSecondsMax * 1_000
  const oldest = await oldestWaiting(ctx)
  const late = oldest.flat().some((job) => Date.now() - job.timestamp > ageMsMax)
  if (late) throw new Problem('rate_limited', 'Service très sollicité : réessayez dans quelques secondes.', 5)
}

/** Nothing while Redis is away: then no lane is late, all of them stand still, and the rows wait. */
async function oldestWaiting(ctx: Context) {
  try {
    return await Promise.all(visionQueues.map((name) => ctx.queues[name].getJobs(['waiting'], 0, 0, true)))
  } catch (error) {
    ctx.log.warn({ err: error }, 'queues not reached')
    return []
  }
}
