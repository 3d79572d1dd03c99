import { Problem } from '@equerre/contract/problems'
import { currentTraceparent } from '@equerre/platform/trace'
import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Conn } from '../store/schema.ts'
import { insertStep, type NewStep } from '../store/steps.ts'
import { holdCredit } from '../store/wallet.ts'

export type PlannedStep = Omit<NewStep, 'id' | 'deadlineAt' | 'traceparent'>

/**
 * Writes a step and holds what it costs, in the caller's transaction.
 * @returns the step's id
 * @throws Problem `credits_exhausted`
 */
export async function addStep(ctx: Context, tx: Conn, planned: PlannedStep): Promise<string> {
  const id = randomUUID()
  if (planned.cost === 1 && !(await holdCredit(tx, planned.ownerId, id)))
    throw new Problem('credits_exhausted')
  const deadlineAt = new Date(Date.now() + ctx.config.limits.stepSecondsMax * 1_000)
  await insertStep(tx, { ...planned, id, deadlineAt, traceparent: currentTraceparent() ?? null })
  return id
}
