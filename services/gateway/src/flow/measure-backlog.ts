import { visionQueues } from '@equerre/contract/jobs'
import { gauge } from '@equerre/platform/metrics'
import { measureQueue } from '@equerre/platform/queue'
import type { Context } from '../context.ts'
import { summarizeUnfinished } from '../store/steps.ts'

const stepsUnfinished = gauge('steps_unfinished', 'Accepted steps that have not ended', ['lane', 'state'])
const oldestStepSeconds = gauge('step_oldest_seconds', 'Age of the oldest of these steps', ['lane', 'state'])

/** Sets the gauges of accepted work that is not done, both in Postgres, the source of truth, and in the queues. */
export async function measureBacklog(ctx: Context): Promise<void> {
  const queues = [...visionQueues.map((name) => ctx.queues[name]), ctx.results]
  await Promise.all([measureSteps(ctx), ...queues.map(measureQueue)])
}

async function measureSteps(ctx: Context): Promise<void> {
  const summary = await summarizeUnfinished(ctx.db)
  for (const lane of visionQueues) {
    for (const state of ['waiting', 'dispatched'] as const) {
      const found = summary.find((row) => row.lane === lane && row.state === state)
      stepsUnfinished.set({ lane, state }, found?.count ?? 0)
      oldestStepSeconds.set({ lane, state }, found?.oldestSeconds ?? 0)
    }
  }
}
