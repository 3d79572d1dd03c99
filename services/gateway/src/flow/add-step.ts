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
 * it and is free, is written with it; while this release does not read, it is known at once that there is no text.
 * @returns the step's id
 * @throws Problem `credits_exhausted`
 */
export async function addStep(ctx: Context, tx: Conn, planned: PlannedStep): Promise<string> {
  const id = randomUUID()
  if (planned.cost === 1 && !(await holdCredit(tx, planned.ownerId, id)))
    throw refusal(await readDebt(tx, planned.ownerId))
  const deadlineAt = new Date(Date.now() + ctx.config.limits[rowOf(planned).deadline] * 1_000)
  const facts = { deadlineAt, traceparent: currentTraceparent() ?? null }
  const isRead = planned.kind === 'rectify' && asksForText(planned)
  const text = isRead && !ctx.config.READING ? { readId: null } : undefined
  await insertStep(tx, { ...planned, ...facts, id, text })
  if (isRead && !text) await insertStep(tx, { ...readingOf(planned, id), ...facts })
  return id
}

/** The step that reads the page of a rectify. */
function readingOf({ input, ...page }: PlannedStep & { kind: 'rectify' }, rectifyId: string) {
  return {
    ...page,
    id: randomUUID(),
    kind: 'read',
    input: { rectifyId, searchable: input.options.format === 'pdf' },
    lane: stepMessages.read.lane,
    cost: 0,
  } as const
}

/** Explains, if credits are owed, why given or bought ones are not available. */
function refusal(owed: number): Problem {
  return owed === 0 ? new Problem('credits_exhausted') : new Problem('credits_owed', { owed })
}
