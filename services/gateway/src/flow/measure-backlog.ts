import { gauge } from '@equerre/platform/metrics'
import { measureQueue } from '@equerre/platform/queue'
import type { Context } from '../context.ts'
import { lanes } from '../core/lanes.ts'
import { summarizeOverdue } from '../store/ingestions.ts'
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
/** Of each of three kinds: whether there are more is not worth counting them. */
const overdueCountMax = 10_000

/** Sets the gauges of accepted work that is not done, both in Postgres, the source of truth, and in the queues. */
export async function measureBacklog(ctx: Context): Promise<void> {
  const queues = [...lanes.map((name) => ctx.queues[name]), ...ctx.results]
  await Promise.all([measureSteps(ctx), measureOverdue(ctx), ...queues.map(measureQueue)])
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

async function measureOverdue(ctx: Context): Promise<void> {
  const { count, oldestSeconds } = await summarizeOverdue(ctx.db, overdueCountMax)
  filesOverdue.set(count)
  oldestOverdueSeconds.set(oldestSeconds)
}
