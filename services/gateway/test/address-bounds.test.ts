import { connect } from '@equerre/local/servers/databases'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Context } from '../src/context.ts'
import type { Standing } from '../src/core/fairness.ts'
import type { Step } from '../src/core/step.ts'
import { acceptAddress } from '../src/flow/accept-address.ts'
import { recordFetch } from '../src/flow/record-fetch.ts'
import { findStep } from '../src/store/steps.ts'
import { useGatewayParts } from './support/gateway-parts.ts'

/** How much is fetched for those who have bought nothing, however fast they ask. */

/** Five of the largest files that there may be. */
const parts = useGatewayParts({ UNPAID_BYTES_PER_HOUR: '5000000', PDF_BYTES_MAX: '1000000' })
let ctx: Context
beforeEach(() => {
  ctx = parts.ctx()
})

async function account(): Promise<string> {
  const id = randomUUID()
  await using admin = await connect(parts.database().urls.admin)
  await admin.query('insert into auth.users (id, google_subject, email) values ($1, $2, $2)', [id, id])
  return id
}

/** @returns the accepted step, or the code of the refusal */
async function ask(ownerId: string, tier: Standing['tier'] = 'account'): Promise<Step | string> {
  const standing = { tier, networks: ['203.0.113.0/24', '203.0.113.7'] } as const
  const uploader = { principal: { kind: 'user', id: ownerId }, test: false, standing } as const
  const requested = { ...uploader, route: 'ingest', idempotencyKey: undefined, requestId: 'r' }
  try {
    const named = { id: randomUUID(), address: 'https://files.test/a.pdf', password: undefined }
    const { stepId } = await acceptAddress(ctx, requested, named)
    return (await findStep(ctx.db, stepId))!
  } catch (error) {
    return (error as Error).message
  }
}

const burst = (ownerId: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => ask(ownerId)))
const accepted = (answers: readonly (Step | string)[]) =>
  answers.filter((answer): answer is Step => typeof answer !== 'string')

describe('a burst of addresses', () => {
  it('gets no further than what they may bring, and goes on as they arrive', async () => {
    const owner = await account()
    const answers = await burst(owner, 12)
    const steps = accepted(answers)
    expect(steps).toHaveLength(5)
    expect(new Set(answers.filter((answer) => typeof answer === 'string'))).toEqual(
      new Set(['steps_waiting']),
    )
    // Small files: what they did not bring may be asked for again.
    for (const step of steps.slice(0, 2)) await fetched(step, 1_000)
    expect(accepted(await burst(owner, 6))).toHaveLength(1)
    for (const step of steps.slice(2)) await notFetched(step)
    expect(accepted(await burst(owner, 6))).toHaveLength(3)
  })

  it('counts for its account alone, and not for those who pay', async () => {
    const [one, other] = [await account(), await account()]
    await burst(one, 6)
    expect(accepted(await burst(other, 6))).toHaveLength(5)
    expect(typeof (await ask(one, 'paying'))).toBe('object')
  })
})

async function given({ id }: Step) {
  const step = (await findStep(ctx.db, id))!
  const attemptToken = step.attemptToken ?? randomUUID()
  await ctx.db
    .updateTable('steps')
    .set({ state: 'dispatched', attempt_token: attemptToken, dispatched_at: new Date() })
    .where('id', '=', id)
    .execute()
  return { stepId: id, attemptToken, ingestionId: step.ingestionId }
}

async function fetched(step: Step, bytes: number): Promise<void> {
  const file = { mime: 'image/jpeg', bytes, sha256: 'a'.repeat(64) }
  await recordFetch(ctx, { kind: 'fetched', ...(await given(step)), file })
}

async function notFetched(step: Step): Promise<void> {
  const problem = { sentence: 'address_unreachable', params: {} } as const
  await recordFetch(ctx, { kind: 'not-fetched', ...(await given(step)), problem, reason: 'test' })
}
