import { visionQueues } from '@equerre/contract/jobs'
import { Problem } from '@equerre/contract/problems'
import type { Context } from '../context.ts'

/**
 * Turns automation away while a lane is late, so that people in a browser still get through.
 * @throws Problem `rate_limited`
 */
export async function shedLoad(ctx: Context): Promise<void> {
  const ageMsMax = ctx.config.limits.queueAgeSecondsMax * 1_000
  const oldest = await Promise.all(
    visionQueues.map((name) => ctx.queues[name].getJobs(['waiting'], 0, 0, true)),
  )
  const late = oldest.flat().some((job) => Date.now() - job.timestamp > ageMsMax)
  if (late) throw new Problem('rate_limited', 'Service très sollicité : réessayez dans quelques secondes.', 5)
}
