import type { RectifyOptions } from '@equerre/contract/detourage'
import type { DetectResult } from '@equerre/contract/jobs'
import { quadTurned } from '@equerre/geometry/quad'
import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Context } from '../src/context.ts'
import type { Step } from '../src/core/step.ts'
import { eraseIngestion } from '../src/flow/erase-ingestion.ts'
import { requestStep, type StepRequest } from '../src/flow/request-step.ts'
import { sweep } from '../src/flow/sweep.ts'
import { findStep, listSteps, type StepEnd } from '../src/store/steps.ts'
import { readBalance } from '../src/store/wallet.ts'
import { useGatewayParts } from './support/gateway-parts.ts'
import { corners, end, guestWithFile, made } from './support/ready-file.ts'

/** Other renderings of the same quad, which a paid page includes. */

const free = 3
const limits = { RENDERINGS_PER_CAPTURE: String(free), FREE_CORRECTIONS_PER_CAPTURE: '2' }
const parts = useGatewayParts({ ...limits, GUEST_WALLETS_PER_NETWORK_PER_DAY: '10000' })
let ctx: Context
beforeEach(() => {
  ctx = parts.ctx()
})

const done: StepEnd = { state: 'done', result: made }
const document = { corners: made.corners, confidence: 0.4, status: 'REVIEW_REQUIRED' as const }
const detection: DetectResult = {
  ...document,
  reasons: ['uncertain'],
  alternatives: [],
  documents: [document],
}
const endings = {
  done,
  doubt: { state: 'done', result: { ...made, status: 'NOT_FOUND', detection } },
  nothing: { state: 'done', result: { ...made, status: 'NOT_FOUND' } },
  failed: { state: 'failed', problem: { sentence: 'step_given_up', params: {} } },
  cancelled: { state: 'cancelled' },
} as const satisfies Record<string, StepEnd>

async function ask(request: StepRequest, options?: unknown): Promise<Step<'rectify'>> {
  const { stepId } = await requestStep(ctx, { ...request, options })
  return (await findStep(ctx.db, stepId)) as Step<'rectify'>
}

/** A paid page. */
async function capture(options: Partial<RectifyOptions> = {}, test = false) {
  const request = await guestWithFile(ctx, test)
  const { id } = await ask(request, options)
  await end(ctx, id, done)
  return { id, request, render: (more: object = {}) => ask(request, { render_of: id, ...more }) }
}

const refusal = (code: string) => expect.objectContaining({ code })

describe('another rendering', () => {
  it('G07 K-15: is free within its limit, then costs one credit; a plain second rectify always costs one', async () => {
    const { request, render } = await capture()
    const costs: number[] = []
    for (let i = 0; i <= free; i++) costs.push((await render({ filter: 'gray' })).cost)
    expect(costs).toEqual([...Array<number>(free).fill(0), 1])
    expect((await ask(request)).cost).toBe(1)
  })

  it('keeps quad, page and document, and changes only what it names', async () => {
    const { render } = await capture({ dpi: 150, paper: 'a4', page: 2, relighting: true })
    const { page, input } = await render({ filter: 'bw', format: 'pdf' })
    expect(page).toBe(2)
    expect(input).toMatchObject({
      zone: { corners: made.corners, confidence: made.confidence, status: 'OK' },
      options: { dpi: 150, paper: 'a4', relighting: true, filter: 'bw', format: 'pdf' },
    })
  })

  it('counts turns from the page as its zone shows it, and keeps the turn unless told otherwise', async () => {
    const { request, render } = await capture({ turn: 90 })
    const first = await render({ filter: 'gray' })
    await end(ctx, first.id, { state: 'done', result: { ...made, corners: first.input.zone!.corners } })
    const again = await ask(request, { render_of: first.id, format: 'jpeg' })
    expect([first, again].map(({ input }) => input)).toMatchObject([
      { turned: 90, zone: { corners: made.corners } },
      { turned: 90, zone: { corners: made.corners } },
    ])
    const back = await render({ turn: 0 })
    expect(back.input).toMatchObject({ zone: { corners: quadTurned(made.corners, 1) } })
    expect(back.input).not.toHaveProperty('turned')
    const over = await render({ turn: 180 })
    expect(over.input).toMatchObject({ turned: 180, zone: { corners: quadTurned(made.corners, 3) } })
    for (const { input } of [first, again, back, over]) expect(input.options).not.toHaveProperty('turn')
  })

  it('leaves a page that a former worker made as curved as it was, unless it is asked to be flat', async () => {
    const { render } = await capture()
    const looks = [await render({ filter: 'bw' }), await render({ flatten: 'auto' })]
    expect(looks.map(({ input }) => input.options.flatten)).toEqual(['off', 'auto'])
  })

  it.each([{ corners }, { dpi: 300 }, { paper: 'a4' }, { page: 1 }, { document: 1 }])(
    'refuses %j',
    async (more) => {
      const { render } = await capture()
      await expect(render(more)).rejects.toThrow(/Unrecognized|invalid/i)
    },
  )

  it('accepts the capture’s page or none', async () => {
    const { id, request } = await capture({ page: 2 })
    const of = (page: number) => requestStep(ctx, { ...request, page, options: { render_of: id } })
    await expect(of(1)).rejects.toEqual(refusal('invalid_request'))
    expect((await of(2)).replayed).toBe(false)
  })

  it('of a rendering belongs to the same capture, and counts with the others', async () => {
    const { id, request, render } = await capture()
    const first = await render({ filter: 'gray' })
    await end(ctx, first.id, done)
    for (let i = 1; i < free; i++) {
      const { cost, input } = await ask(request, { render_of: first.id, format: 'jpeg' })
      expect({ cost, of: input.renderOf, filter: input.options.filter }).toEqual({
        cost: 0,
        of: id,
        filter: 'color',
      })
    }
    const paid = await ask(request, { render_of: first.id })
    expect(paid.cost).toBe(1)
    await end(ctx, paid.id, done)
    // It was paid for, so it is itself a capture.
    expect(await ask(request, { render_of: paid.id })).toMatchObject({
      cost: 0,
      input: { renderOf: paid.id },
    })
  })

  it('does not count when it fails, and gives its credit back', async () => {
    const { request, render } = await capture()
    for (let i = 0; i < free; i++) await end(ctx, (await render()).id, endings.failed)
    for (let i = 0; i < free; i++) expect((await render()).cost).toBe(0)
    const before = await readBalance(ctx.db, request.ownerId)
    const paid = await render()
    expect([paid.cost, await readBalance(ctx.db, request.ownerId)]).toEqual([1, before - 1])
    await end(ctx, paid.id, endings.failed)
    expect(await readBalance(ctx.db, request.ownerId)).toBe(before)
  })

  it('is not a free correction, and uses none up', async () => {
    const { request, render } = await capture()
    for (let i = 0; i < free; i++) await render()
    expect((await ask(request, { corners })).cost).toBe(0)
  })

  it('happens once with a key, and with different options is another request', async () => {
    const { id, request } = await capture()
    const keyed = { ...request, idempotencyKey: 'k', options: { render_of: id, filter: 'gray' } }
    const [first, again] = [await requestStep(ctx, keyed), await requestStep(ctx, keyed)]
    expect(again).toEqual({ stepId: first.stepId, replayed: true })
    const other = requestStep(ctx, { ...keyed, options: { render_of: id, filter: 'bw' } })
    await expect(other).rejects.toEqual(refusal('idempotency_mismatch'))
  })

  it('of a test key’s page is always free with a test key, and watermarked', async () => {
    const { render } = await capture({}, true)
    for (let i = 0; i <= free; i++)
      expect(await render()).toMatchObject({ cost: 0, input: { watermark: true } })
  })
})

describe('without a capture, a rendering', () => {
  it('is refused for someone else’s step, another file’s, or an unknown one', async () => {
    const [own, other] = [await capture(), await capture()]
    for (const id of [other.id, randomUUID()])
      await expect(ask(own.request, { render_of: id })).rejects.toEqual(refusal('not_found'))
    const { ownerId } = own.request
    await expect(ask({ ...other.request, ownerId }, { render_of: other.id })).rejects.toEqual(
      refusal('not_found'),
    )
    const live = { ...(await capture({}, true)).request, test: false }
    await expect(ask(live, { render_of: randomUUID() })).rejects.toEqual(refusal('not_found'))
  })

  it.each(['nothing', 'doubt', 'failed', 'cancelled'] as const)(
    'is refused for a rectify that ended by %s',
    async (how) => {
      const request = await guestWithFile(ctx)
      const { id } = await ask(request)
      await end(ctx, id, endings[how])
      await expect(ask(request, { render_of: id })).rejects.toEqual(refusal('invalid_request'))
    },
  )

  it('is refused for a running rectify, a free correction, or a detection', async () => {
    const { request } = await capture()
    const running = await ask(request)
    const correction = await ask(request, { corners })
    await end(ctx, correction.id, done)
    const { stepId } = await requestStep(ctx, { ...request, kind: 'detect' })
    for (const id of [running.id, correction.id, stepId])
      await expect(ask(request, { render_of: id })).rejects.toEqual(refusal('invalid_request'))
  })

  it('is refused for an expired file, swept or not, and for a deleted one', async () => {
    const { request, render } = await capture()
    const past = { expires_at: new Date(Date.now() - 1_000) }
    await ctx.db.updateTable('ingestions').set(past).where('id', '=', request.ingestionId).execute()
    await expect(render()).rejects.toEqual(refusal('expired'))
    await sweep(ctx, new AbortController().signal)
    await expect(render()).rejects.toEqual(refusal('expired'))
    const deleted = await capture()
    const { ingestionId, ownerId } = deleted.request
    await eraseIngestion(ctx, ingestionId, { id: ownerId, test: false })
    await expect(deleted.render()).rejects.toEqual(refusal('not_found'))
  })
})

/** An action on a file: `of` chooses one of its existing steps. */
const action = fc.record({
  ask: fc.constantFrom('plain', 'correction', 'render', 'render', 'render'),
  of: fc.nat(),
  end: fc.constantFrom('done', 'done', 'done', 'nothing', 'doubt', 'failed', 'cancelled', null),
})

it('any history: renderings are free below the limit, and charges match captures', async () => {
  const history = fc.asyncProperty(fc.array(action, { maxLength: 14 }), async (actions) => {
    const request = await guestWithFile(ctx)
    const start = await readBalance(ctx.db, request.ownerId)
    for (const { ask: what, of, end: how } of actions) {
      const steps = (await listSteps(ctx.db, request.ingestionId)) as Step<'rectify'>[]
      const base = steps[of % Math.max(1, steps.length)]
      const options =
        what === 'render' ? { render_of: base?.id ?? randomUUID() } : what === 'correction' ? { corners } : {}
      const step = await ask(request, options).catch(() => null)
      if (step && how) await end(ctx, step.id, endings[how])
      if (step && what === 'render') expect(step.cost).toBe(costBefore(step, steps))
    }
    const steps = (await listSteps(ctx.db, request.ingestionId)) as Step<'rectify'>[]
    const taken = steps.filter(({ charged }) => charged === 1).length
    const held = steps.filter(({ cost, charged }) => cost === 1 && charged === null).length
    expect(await readBalance(ctx.db, request.ownerId)).toBe(start - taken - held)
  })
  await fc.assert(history, { numRuns: 40 })
})

/** Expected cost: none while fewer than the limit of the capture's free renderings are done or running. */
function costBefore({ input }: Step<'rectify'>, earlier: readonly Step<'rectify'>[]): 0 | 1 {
  const of = earlier.find(({ id }) => id === input.renderOf)
  expect(of).toMatchObject({ charged: 1, state: 'done' })
  const living = earlier.filter(
    (step) =>
      step.input.renderOf === of!.id && step.cost === 0 && !['failed', 'cancelled'].includes(step.state),
  )
  return living.length < free ? 0 : 1
}
