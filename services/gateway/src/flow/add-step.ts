import type { StepKind } from '@equerre/contract/detourage'
import { stepMessages } from '@equerre/contract/jobs'
import { Problem } from '@equerre/contract/problems'
import { currentTraceparent } from '@equerre/platform/trace'
import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import { rowOf } from '../core/step-kinds.ts'
import { asksForText } from '../core/step.ts'
import type { Conn } from '../store/schema.ts'
import { insertStep, type NewStep } from '../store/steps.ts'
import { holdCredit, readDebt } from '../store/wallet.ts'

export type PlannedStep = {
  readonly [Kind in StepKind]: Omit<NewStep<Kind>, 'id' | 'deadlineAt' | 'traceparent'>
}[StepKind]

/**
 * Writes a step and holds its cost, in the caller's transaction. Where text is asked for, the step that reads the page, which waits for
 * it and is free, is written with it.
 * @returns the step's id
 * @throws Problem `credits_exhausted`
 */
export async function addStep(ctx: Context, tx: Conn, planned: PlannedStep): Promise<string> {
  const id = randomUUID()
  if (planned.cost === 1 && !(await holdCredit(tx, planned.ownerId, id)))
    throw refusal(await readDebt(tx, planned.ownerId))
  const deadlineAt = new Date(Date.now() + ctx.config.limits[rowOf(planned).deadline] * 1_000)
  const traceparent = currentTraceparent() ?? null
  await insertStep(tx, { ...planned, id, deadlineAt, traceparent })
  if (planned.kind === 'rectify' && asksForText(planned)) {
    const { kind: _, input, ...page } = planned
    const read = { rectifyId: id, searchable: input.options.format === 'pdf' }
    const own = {
      kind: 'read',
      input: read,
      lane: stepMessages.read.lane,
      cost: 0,
      id: randomUUID(),
    } as const
    await insertStep(tx, { ...page, ...own, deadlineAt, traceparent })
  }
  return id
}

/** Explains, if credits are owed, why given or bought ones are not available. */
function refusal(owed: number): Problem {
  return owed === 0 ? new Problem('credits_exhausted') : new Problem('credits_owed', { owed })
}
