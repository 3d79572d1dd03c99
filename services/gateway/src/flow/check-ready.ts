import { visionQueues } from '@equerre/contract/jobs'
import type { Context } from '../context.ts'
import { isHealthy } from '../adapters/inner-service.ts'
import { pingDatabase } from '../store/ping.ts'

const patienceMs = 1_000

/** What the gateway needs to do its work and does not have; empty when it is ready. */
export async function missingParts(ctx: Context): Promise<string[]> {
  const checks = {
    process: async () => !ctx.stopping.signal.aborted,
    postgres: () => pingDatabase(ctx.db),
    redis: async () => (await ctx.redis.ping()) === 'PONG',
    auth: () => isHealthy(ctx.config.AUTH_URL),
    billing: () => isHealthy(ctx.config.BILLING_URL),
    ...Object.fromEntries(
      visionQueues.map((name) => [name, async () => (await ctx.queues[name].getWorkersCount()) > 0]),
    ),
  }
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => ((await inTime(check)) ? [] : [name])),
  )
  return results.flat()
}

async function inTime(check: () => Promise<boolean>): Promise<boolean> {
  const timer = new Promise<boolean>((resolve) => setTimeout(resolve, patienceMs, false).unref())
  return Promise.race([check().catch(() => false), timer])
}
