import type { RectifyReply } from '@equerre/contract/detourage'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Context } from '../src/context.ts'
import { stepAnswer } from '../src/core/answer.ts'
import type { Step } from '../src/core/step.ts'
import { eraseIngestion } from '../src/flow/erase-ingestion.ts'
import { recordResult } from '../src/flow/record-result.ts'
import { relay } from '../src/flow/relay.ts'
import { requestStep, type StepRequest } from '../src/flow/request-step.ts'
import { findIngestion } from '../src/store/ingestions.ts'
import { findStep, listSteps, type StepEnd } from '../src/store/steps.ts'
import { readBalance } from '../src/store/wallet.ts'
import { useGatewayParts } from './support/gateway-parts.ts'
import { rows } from './support/observe.ts'
import { end, guestWithFile, made } from './support/ready-file.ts'

/** What becomes of a page whose text is asked for, without workers, so that every moment can be looked at. */

const parts = useGatewayParts({ GUEST_WALLETS_PER_NETWORK_PER_DAY: '10000', RENDERINGS_PER_CAPTURE: '2' })
let ctx: Context
beforeEach(() => {
  ctx = parts.ctx()
})

const pageMade: StepEnd = { state: 'done', result: made }
const nothingMade: StepEnd = { state: 'done', result: { ...made, status: 'NOT_FOUND' } }
const textRead: StepEnd = { state: 'done', result: { words: 3 } }
const notRead: StepEnd = { state: 'failed', problem: { sentence: 'unavailable', params: {} } }
const sql = <Row extends object>(query: string) => rows<Row>({ database: parts.database() }, query)

/** A rectify with text, and the step that is to read its page. */
async function ask(request: StepRequest, options: object = {}) {
  const { stepId } = await requestStep(ctx, { ...request, options: { text: true, ...options } })
  const steps = await listSteps(ctx.db, request.ingestionId)
  const reading = steps.find(
    (step): step is Step<'read'> => step.kind === 'read' && step.input.rectifyId === stepId,
  )
  return { stepId, reading }
}

async function asked(options: object = {}) {
  const request = await guestWithFile(ctx)
  const { stepId, reading } = await ask(request, options)
  return { request, stepId, reading: reading! }
}

/** What polling answers. */
async function answer(stepId: string) {
  const step = (await findStep(ctx.db, stepId))!
  const { status, body } = stepAnswer(step, (await findIngestion(ctx.db, step.ingestionId))!)
  return { status, body: body as RectifyReply }
}

const stateOf = async (id: string) => (await findStep(ctx.db, id))!.state
const onLane = async () => (await ctx.queues['vision-read'].getJobs()).map(({ id }) => id)

describe('a page with text', () => {
  it('is charged when it exists, and answered when its text is there too', async () => {
    const { request, stepId, reading } = await asked()
    await relay(ctx)
    expect(await onLane()).toEqual([])
    await end(ctx, stepId, pageMade)
    expect((await findStep(ctx.db, stepId))!.charged).toBe(1)
    expect((await answer(stepId)).status).toBe(202)
    await relay(ctx)
    expect(await onLane()).toEqual([reading.id])
    await end(ctx, reading.id, textRead)
    const { status, body } = await answer(stepId)
    expect([status, body.text_reason]).toEqual([200, null])
    expect(body.artifacts.text_path).toContain(`${reading.id}-text.json`)
    expect(await readBalance(ctx.db, request.ownerId)).toBe(9)
  })

  it('stays without its text where reading fails, which may be asked for again, free of charge', async () => {
    const { request, stepId, reading } = await asked()
    await end(ctx, stepId, pageMade)
    await end(ctx, reading.id, notRead)
    const { status, body } = await answer(stepId)
    expect([status, body.text_reason, body.artifacts.text_path]).toEqual([200, 'failed', null])
    expect(body.artifacts.warped_path).not.toBeNull()
    const askAgain = async (ending: StepEnd) => {
      const again = await ask(request, { render_of: stepId })
      await end(ctx, again.stepId, pageMade)
      await end(ctx, again.reading!.id, ending)
      return (await answer(again.stepId)).body.text_reason
    }
    // More often than other renderings are free.
    for (let i = 0; i < 3; i++) expect(await askAgain(notRead)).toBe('failed')
    expect(await askAgain(textRead)).toBeNull()
    expect(await readBalance(ctx.db, request.ownerId)).toBe(9)
  })

  it('is not read where it was not made, and not charged', async () => {
    const { request, stepId, reading } = await asked()
    await end(ctx, stepId, nothingMade)
    expect(await stateOf(reading.id)).toBe('cancelled')
    expect((await answer(stepId)).body.text_reason).toBe('nothing_made')
    expect(await readBalance(ctx.db, request.ownerId)).toBe(10)
  })

  it('may be read as long after it was made as any step may take, however long it waited itself', async () => {
    const { stepId, reading } = await asked()
    await sql(
      `update gateway.steps set created_at = created_at - interval '14 minutes', deadline_at = deadline_at - interval '14 minutes'`,
    )
    await end(ctx, stepId, pageMade)
    const leftMs = (await findStep(ctx.db, reading.id))!.deadlineAt.getTime() - Date.now()
    expect(leftMs).toBeGreaterThan((ctx.config.limits.stepSecondsMax - 60) * 1_000)
  })

  it('can be deleted while it is read; what the worker reports then changes nothing', async () => {
    const { request, stepId, reading } = await asked()
    await end(ctx, stepId, pageMade)
    await relay(ctx)
    const { attemptToken, ingestionId } = (await findStep(ctx.db, reading.id))!
    await eraseIngestion(ctx, ingestionId, { id: request.ownerId, test: false })
    const report = { kind: 'read', stepId: reading.id, ingestionId, result: { words: 3 } } as const
    await recordResult(ctx, { ...report, attemptToken: attemptToken! })
    expect(await sql(`select id from gateway.steps where state not in ('done', 'cancelled')`)).toEqual([])
    expect(await readBalance(ctx.db, request.ownerId)).toBe(9)
  })
})

describe('reading', () => {
  it.each(['guest', 'paying'] as const)(
    'leaves their places in flight to the pages of a %s',
    async (tier) => {
      const request = await guestWithFile(ctx)
      const standing = { tier, networks: ['unknown'] } as const
      const { inFlightMax, payingInFlightMax } = ctx.config.limits
      const window = tier === 'paying' ? payingInFlightMax : inFlightMax
      for (let i = 0; i < window; i++) {
        const { stepId } = await ask({ ...request, standing }, { page: 1 + (i % 2) })
        await end(ctx, stepId, pageMade)
      }
      await relay(ctx)
      expect(await onLane()).toHaveLength(window)
      const { stepId } = await requestStep(ctx, { ...request, standing, kind: 'detect' })
      expect(await stateOf(stepId)).toBe('dispatched')
    },
  )
})

describe('while processes run that cannot read', () => {
  const former = useGatewayParts({ READING: 'false' })

  it('writes nothing that they do not know: the page is made, and its text may be asked for later', async () => {
    ctx = former.ctx()
    const request = await guestWithFile(ctx)
    const { stepId, reading } = await ask(request)
    expect(reading).toBeUndefined()
    await end(ctx, stepId, pageMade)
    const { status, body } = await answer(stepId)
    expect([status, body.text_reason]).toEqual([200, 'failed'])
    expect(body.artifacts.warped_path).not.toBeNull()
  })
})
