import { Problem } from '@equerre/contract/problems'
import { renderMetrics } from '@equerre/platform/metrics'
import { isOutage } from '@equerre/platform/postgres'
import fc from 'fast-check'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Context } from '../src/context.ts'
import type { SpendingKey } from '../src/flow/identify.ts'
import { readKeyUsage } from '../src/flow/read-key-usage.ts'
import { requestStep, type StepRequest } from '../src/flow/request-step.ts'
import { readBalance } from '../src/store/wallet.ts'
import { useGatewayParts } from './support/gateway-parts.ts'
import { rows } from './support/observe.ts'
import { end, insertReadyFile, made } from './support/ready-file.ts'

const parts = useGatewayParts()

/** An account that has bought 300 credits, and a ready file; `test`: made with a test key. */
async function accountWithFile(ctx: Context, test = false): Promise<StepRequest> {
  const ownerId = randomUUID()
  await rows({ database: parts.database() }, `select billing."grant"($1, 300, 'one', 'one')`, [ownerId])
  const ingestionId = await insertReadyFile(ctx, { id: ownerId, test })
  const standing = { tier: 'paying', networks: ['unknown'] } as const
  const request = { page: undefined, idempotencyKey: undefined, requestId: 'request' }
  return { ...request, kind: 'rectify', ownerId, standing, ingestionId, test }
}

const capped = (creditsPerMonth: number | null): SpendingKey => ({ id: randomUUID(), creditsPerMonth })

type Attempt = { readonly stepId?: string; readonly refusal?: Problem }

/** The step, or its refusal. Whoever waits too long for a connection, as on a busy machine, comes again. */
async function attempt(ctx: Context, request: StepRequest, key: SpendingKey): Promise<Attempt> {
  try {
    return { stepId: (await requestStep(ctx, { ...request, key })).stepId }
  } catch (error) {
    if (error instanceof Problem) return { refusal: error }
    if (isOutage(error)) return attempt(ctx, request, key)
    throw error
  }
}

async function spentBy(ctx: Context, ownerId: string, key: SpendingKey): Promise<number> {
  const usage = await readKeyUsage(ctx, { ownerId, days: 28 })
  return usage.filter(({ key: id }) => id === key.id).reduce((sum, { credits }) => sum + credits, 0)
}

describe('the cap of a key', () => {
  it('lets exactly 50 of 200 parallel calls through on a cap of 50, and says when it starts anew', async () => {
    const ctx = parts.ctx()
    const request = await accountWithFile(ctx)
    const key = capped(50)
    const replies = await Promise.all(Array.from({ length: 200 }, () => attempt(ctx, request, key)))
    const refusals = replies.flatMap(({ refusal }) => (refusal ? [refusal] : []))
    expect([replies.length - refusals.length, refusals.length]).toEqual([50, 150])
    expect(new Set(refusals.map(({ status, code }) => `${status} ${code}`))).toEqual(
      new Set(['402 key_cap_reached']),
    )
    const { facts, retryAfterS = 0 } = refusals[0]!
    const { day } = facts.params as { day: string }
    expect(facts.params).toMatchObject({ credits: 50, day: expect.stringMatching(/^\d{4}-\d\d-01$/) })
    expect(Math.abs(Date.parse(day) - Date.now() - retryAfterS * 1_000)).toBeLessThan(60_000)
    expect(await spentBy(ctx, request.ownerId, key)).toBe(50)
    const { text } = await renderMetrics()
    expect(text).toContain('key_refusals_total{reason="cap"} 150')
    expect(text).toContain('key_cap_used_ratio_bucket{le="0.8"} 40')
    expect(text).toContain('key_cap_used_ratio_count 50')
    // Refused ones hold nothing.
    expect(await readBalance(ctx.db, request.ownerId)).toBe(250)
  })

  it('gets back what is voided, once', async () => {
    const ctx = parts.ctx()
    const request = await accountWithFile(ctx)
    const key = capped(1)
    const { stepId } = await attempt(ctx, request, key)
    expect((await attempt(ctx, request, key)).refusal?.code).toBe('key_cap_reached')
    for (let i = 0; i < 2; i++) await end(ctx, stepId!, { state: 'cancelled' })
    // A late result changes nothing.
    await end(ctx, stepId!, { state: 'done', result: made })
    expect(await spentBy(ctx, request.ownerId, key)).toBe(0)
    const again = await attempt(ctx, request, key)
    await end(ctx, again.stepId!, { state: 'done', result: made })
    expect((await attempt(ctx, request, key)).refusal?.code).toBe('key_cap_reached')
    expect(await spentBy(ctx, request.ownerId, key)).toBe(1)
  })

  it('is not touched by what is free, nor by what an empty wallet refuses', async () => {
    const ctx = parts.ctx()
    const request = await accountWithFile(ctx)
    const key = capped(1)
    const { stepId } = await attempt(ctx, request, key)
    await end(ctx, stepId!, { state: 'done', result: made })
    const rendered = await attempt(ctx, { ...request, options: { render_of: stepId, filter: 'gray' } }, key)
    expect(rendered.stepId).toBeDefined()
    const test = await accountWithFile(ctx, true)
    expect((await attempt(ctx, test, capped(1))).stepId).toBeDefined()
    await sql`select billing.hold(${request.ownerId}, 'everything', 299)`.execute(ctx.db)
    expect((await attempt(ctx, request, capped(5))).refusal?.code).toBe('credits_exhausted')
    expect(await readKeyUsage(ctx, { ownerId: request.ownerId, days: 28 })).toHaveLength(1)
  })

  it('agrees with a simple model, whatever happens to the steps', async () => {
    await fc.assert(fc.asyncProperty(fc.array(action, { maxLength: 40 }), agrees), { numRuns: 15 })
  })
})

const caps = [2, 5, null]
const action = fc.oneof(
  { weight: 6, arbitrary: fc.record({ hold: fc.nat(caps.length - 1) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      end: fc.nat(),
      as: fc.constantFrom('done' as const, 'failed' as const, 'cancelled' as const),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ monthPasses: true as const }) },
)
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never

/** Steps, and a counter per key and month: a hold counts where it was made, any ending but a success takes it back there. */
type Model = {
  month: number
  readonly steps: { id: string; key: number; month: number; open: boolean }[]
  readonly counted: Map<string, number>
}
function count({ counted }: Model, { key, month }: { key: number; month: number }, by: number): void {
  counted.set(`${key} ${month}`, (counted.get(`${key} ${month}`) ?? 0) + by)
}

async function agrees(actions: readonly Action[]): Promise<void> {
  const ctx = parts.ctx()
  const request = await accountWithFile(ctx)
  const keys = caps.map(capped)
  const model: Model = { month: 0, steps: [], counted: new Map() }
  for (const action of actions) await play(ctx, { action, model, request, keys })
  const usage = await readKeyUsage(ctx, { ownerId: request.ownerId, days: 10_000 })
  for (const [i, { id }] of keys.entries()) {
    const expected = [...model.counted].filter(([of, n]) => of.startsWith(`${i} `) && n > 0)
    const found = usage.filter(({ key }) => key === id).map(({ credits }) => credits)
    expect(found.toSorted()).toEqual(expected.map(([, n]) => n).toSorted())
  }
}

type Turn = {
  readonly action: Action
  readonly model: Model
  readonly request: StepRequest
  readonly keys: readonly SpendingKey[]
}

async function play(ctx: Context, { action, model, request, keys }: Turn): Promise<void> {
  const { month, steps, counted } = model
  if ('monthPasses' in action) {
    await letMonthPass(ctx, request.ownerId)
    model.month++
  } else if ('hold' in action) {
    const key = action.hold
    const { stepId } = await attempt(ctx, request, keys[key]!)
    expect(stepId !== undefined).toBe((counted.get(`${key} ${month}`) ?? 0) < (caps[key] ?? Infinity))
    if (stepId === undefined) return
    steps.push({ id: stepId, key, month, open: true })
    count(model, { key, month }, 1)
  } else if (steps.length > 0) {
    // Any of them, also one that has ended: that changes nothing.
    const step = steps[action.end % steps.length]!
    await end(ctx, step.id, endings[action.as])
    if (step.open && action.as !== 'done') count(model, step, -1)
    step.open = false
  }
}

const endings = {
  done: { state: 'done', result: made },
  failed: { state: 'failed', problem: { sentence: 'file_damaged', params: {} } },
  cancelled: { state: 'cancelled' },
} as const

/** Moves everything that was counted into the past: 31 days ago is another month on any day. */
async function letMonthPass({ db }: Context, ownerId: string): Promise<void> {
  await sql`
    with former as (delete from key_usage where owner_id = ${ownerId} returning *)
    insert into key_usage select owner_id, key_id, day - 31, credits from former`.execute(db)
  await sql`update steps set key_day = key_day - 31 where owner_id = ${ownerId}`.execute(db)
}
