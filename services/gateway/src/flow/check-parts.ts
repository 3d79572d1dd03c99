import { deliveriesQueue } from '@equerre/contract/deliveries'
import { cachedFor } from '@equerre/platform/cached-for'
import { isMigrated } from '@equerre/platform/migrate'
import { isReachable } from '@equerre/platform/postgres'
import type { Checks } from '@equerre/platform/probes'
import { isHealthy } from '../adapters/internal-service.ts'
import type { Context } from '../context.ts'
import { isBulk, isFetched, lanes, lanesApart, type Lane } from '../core/lanes.ts'
import { readLateness } from '../store/webhook-deliveries.ts'

/** How late webhooks may be, as in the alert DeliveriesLate. */
const lateSecondsMax = 300
const latenessAgeMs = 15_000

/**
 * What every request needs; a new version that starts before its migrations have run waits for them. Redis is not
 * included: without it steps are still accepted, and wait.
 */
export function ownChecks(ctx: Context): Checks {
  return { postgres: () => isReachable(ctx.db), migrations: () => isMigrated(ctx.db, 'gateway') }
}

/**
 * Without the storage much goes on: balances, payments, polls, whatever waits. All gateways share it, so a balancer that took them
 * out one after the other would only make it worse. Without a worker on a lane apart, those of the courier and of batches among them, pages are made all
 * the same; without one for webhooks nobody is told, and where their outbox is not emptied they are told late.
 */
export function degradingChecks(ctx: Context): Checks {
  const { FETCHING, BATCHES } = ctx.config
  const latenessOf = cachedFor(latenessAgeMs, () => readLateness(ctx.db))
  const apart = lanesApart.filter((lane) => (FETCHING || !isFetched(lane)) && (BATCHES || !isBulk(lane)))
  const webhooks = {
    [deliveriesQueue]: async () => (await ctx.deliveries.getWorkersCount()) > 0,
    outbox: async () => (await latenessOf('outbox')) <= lateSecondsMax,
  }
  return {
    storage: async () => ctx.storage.isWorking(),
    ...laneChecks(ctx, apart),
    ...(ctx.webhookRing && webhooks),
  }
}

/** What the whole product needs: its stores, its internal services, and a worker on each lane of pages. */
export function partChecks(ctx: Context): Checks {
  return {
    process: async () => !ctx.draining.signal.aborted,
    postgres: () => isReachable(ctx.db),
    redis: async () => (await ctx.redis.ping()) === 'PONG',
    auth: () => isHealthy(ctx.config.AUTH_URL),
    billing: () => isHealthy(ctx.config.BILLING_URL),
    ...laneChecks(
      ctx,
      lanes.filter((lane) => !lanesApart.includes(lane)),
    ),
  }
}

function laneChecks({ queues }: Context, asked: readonly Lane[]): Checks {
  return Object.fromEntries(
    asked.map((lane) => [lane, async () => (await queues[lane].getWorkersCount()) > 0]),
  )
}
