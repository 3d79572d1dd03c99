import type { StepKind } from '@equerre/contract/detourage'
import { stepMessages } from '@equerre/contract/jobs'
import { Problem } from '@equerre/contract/problems'
import { currentTraceparent } from '@equerre/platform/trace'
import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import { isBulk, laneIn } from '../core/lanes.ts'
import { rowOf } from '../core/step-kinds.ts'
import { asksForText, takesText } from '../core/step.ts'
import { countKeyCredit } from '../store/key-usage.ts'
import type { Conn } from '../store/schema.ts'
import { insertStep, type NewStep } from '../store/steps.ts'
import { holdCredit, readDebt } from '../store/wallet.ts'
import { sealCallback } from './callback-of.ts'
import { isWorkQuotaLeft } from './count-free-work.ts'
import type { SpendingKey } from './identify.ts'
import { countKeyRefusal, measureCap } from './measure-keys.ts'
import { nextMonth } from './next-month.ts'

/** `id`: one that is known already; `deadlineSeconds`: others than its kind's; `key`: what its cost is counted for. */
export type PlannedStep = {
  readonly [Kind in StepKind]: Omit<NewStep<Kind>, 'id' | 'deadlineAt' | 'traceparent' | 'keyId'> & {
    readonly id?: string
    readonly deadlineSeconds?: number
    readonly key?: SpendingKey | null
  }
}[StepKind]

/**
 * Writes a step and holds its cost, in the caller's transaction. Where text is asked for, the step that reads the page, which waits for
 * it and is free, is written with it; while this release does not read, or no longer reads for its networks, it is known at once that there
 * is no text.
 * @returns the step's id
 * @throws Problem `credits_exhausted`, `key_cap_reached`
 */
export async function addStep(ctx: Context, tx: Conn, planned: PlannedStep): Promise<string> {
  const { id = randomUUID(), deadlineSeconds = ctx.config.limits[rowOf(planned).deadline] } = planned
  const keyId = planned.cost === 1 ? await hold(tx, planned, id) : null
  const deadlineAt = new Date(Date.now() + deadlineSeconds * 1_000)
  const facts = { deadlineAt, traceparent: currentTraceparent() ?? null }
  const read = readingOf(planned, id)
  const text = read && !(await mayRead(ctx, read)) ? { readId: null } : undefined
  const { ingestionId, callbackUrl: url } = planned
  const callbackUrl = url === undefined ? undefined : sealCallback(ctx, { ingestionId, url })
  await insertStep(tx, { ...planned, ...facts, id, text, keyId, callbackUrl })
  if (read && !text) await insertStep(tx, { ...read, ...facts })
  return id
}

async function mayRead(ctx: Context, read: Pick<NewStep<'read'>, 'lane' | 'networks'>): Promise<boolean> {
  return ctx.config.READING && (await isWorkQuotaLeft(ctx, read))
}

/** The step that reads the page of a rectify; null where that is not asked for. */
function readingOf(planned: PlannedStep, rectifyId: string) {
  if (planned.kind !== 'rectify' || !asksForText(planned)) return null
  const { input: _, callbackUrl: __, ...page } = planned
  return {
    ...page,
    id: randomUUID(),
    kind: 'read',
    input: { rectifyId, searchable: takesText(planned) },
    lane: laneIn(isBulk(planned.lane), stepMessages.read.lane),
    cost: 0,
  } as const
}

/**
 * The wallet first: its lock is what makes the count of the key exact.
 * @returns the key that it is counted for
 * @throws Problem `credits_exhausted`, `key_cap_reached`
 */
async function hold(
  tx: Conn,
  { ownerId, key }: Pick<PlannedStep, 'ownerId' | 'key'>,
  stepId: string,
): Promise<string | null> {
  if (!(await holdCredit(tx, ownerId, stepId))) throw refusal(await readDebt(tx, ownerId))
  if (!key) return null
  const { id: keyId, creditsPerMonth } = key
  const used = await countKeyCredit(tx, { ownerId, keyId, creditsPerMonth })
  if (used !== null && creditsPerMonth !== null) measureCap({ used, most: creditsPerMonth })
  if (used !== null) return keyId
  countKeyRefusal('cap')
  const { day, inS } = nextMonth(new Date())
  throw new Problem('key_spent', { credits: creditsPerMonth!, day }, { retryAfterS: inS })
}

/** Explains, if credits are owed, why given or bought ones are not available. */
function refusal(owed: number): Problem {
  return owed === 0 ? new Problem('credits_exhausted') : new Problem('credits_owed', { owed })
}
