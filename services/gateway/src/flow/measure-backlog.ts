import { gauge } from '@equerre/platform/metrics'
import { measureQueue } from '@equerre/platform/queue'
import type { Context } from '../context.ts'
import { lanes } from '../core/lanes.ts'
import { countOpenItems } from '../store/batch-items.ts'
import { summarizeOpenBatches } from '../store/batches.ts'
import { summarizeOverdue } from '../store/ingestions.ts'
import { countUnfinished, readLateness } from '../store/webhook-deliveries.ts'
import { countEndpoints } from '../store/webhook-endpoints.ts'
import { summarizeUnfinished } from '../store/steps.ts'

const stepsUnfinished = gauge('steps_unfinished', 'Accepted steps that have not ended', ['lane', 'state'])
const oldestStepSeconds = gauge('step_oldest_seconds', 'Age of the oldest of these steps', ['lane', 'state'])

const filesOverdue = gauge(
  'files_overdue',
  'Files past their retention or otherwise to be erased; at most 30,000',
  [],
)
const oldestOverdueSeconds = gauge(
  'file_overdue_seconds',
  'How long the first of these files has been due',
  [],
)
const batchesOpen = gauge('batches_open', 'Batches that have not ended', [])
const oldestBatchSeconds = gauge('batch_oldest_seconds', 'Age of the oldest of these', [])
const itemsUnfinished = gauge('batch_items_unfinished', 'Items of batches that have not ended', ['state'])

const deliveriesUnfinished = gauge('webhook_deliveries', 'Deliveries that have not ended', ['state'])
const deliveryLateSeconds = gauge(
  'webhook_delivery_late_seconds',
  'How long the delivery that has waited longest could have been under way',
  [],
)
const endpoints = gauge('webhook_endpoints', 'Addresses that accounts want to be told at', ['state'])
/** Of each of three kinds: whether there are more is not worth counting them. */
const overdueCountMax = 10_000

/** Sets the gauges of accepted work that is not done, both in Postgres, the source of truth, and in the queues. */
export async function measureBacklog(ctx: Context): Promise<void> {
  const queues = [...lanes.map((name) => ctx.queues[name]), ...ctx.results, ctx.deliveries]
  await Promise.all([
    measureSteps(ctx),
    measureOverdue(ctx),
    measureWebhooks(ctx),
    measureBatches(ctx),
    ...queues.map(measureQueue),
  ])
}

async function measureSteps(ctx: Context): Promise<void> {
  const summary = await summarizeUnfinished(ctx.db)
  for (const lane of lanes) {
    for (const state of ['waiting', 'dispatched'] as const) {
      const found = summary.find((row) => row.lane === lane && row.state === state)
      stepsUnfinished.set({ lane, state }, found?.count ?? 0)
      oldestStepSeconds.set({ lane, state }, found?.oldestSeconds ?? 0)
    }
  }
}

async function measureBatches({ db }: Context): Promise<void> {
  const { count, oldestSeconds } = await summarizeOpenBatches(db)
  batchesOpen.set(count)
  oldestBatchSeconds.set(oldestSeconds)
  const items = await countOpenItems(db)
  for (const state of ['waiting', 'running'] as const) itemsUnfinished.set({ state }, items[state])
}

async function measureWebhooks({ db }: Context): Promise<void> {
  const unfinished = await countUnfinished(db)
  for (const state of ['waiting', 'sending'] as const)
    deliveriesUnfinished.set({ state }, unfinished.find((row) => row.state === state)?.count ?? 0)
  deliveryLateSeconds.set(await readLateness(db))
  endpoints.reset()
  for (const { state, count } of await countEndpoints(db)) endpoints.set({ state }, count)
}

async function measureOverdue(ctx: Context): Promise<void> {
  const { count, oldestSeconds } = await summarizeOverdue(ctx.db, overdueCountMax)
  filesOverdue.set(count)
  oldestOverdueSeconds.set(oldestSeconds)
}
