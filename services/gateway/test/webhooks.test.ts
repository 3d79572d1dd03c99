import { CallbackUrl } from '@equerre/contract/callback'
import { addressPurpose } from '@equerre/contract/courier'
import type { DeliveryJob } from '@equerre/contract/deliveries'
import { WebhookEvent } from '@equerre/contract/events'
import { openKeyRing } from '@equerre/platform/key-ring'
import { renderMetrics } from '@equerre/platform/metrics'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Context } from '../src/context.ts'
import { degradingChecks } from '../src/flow/check-parts.ts'
import {
  pause,
  resend,
  resume,
  rotateCallbackSecret,
  rotateSecret,
  sendTest,
} from '../src/flow/manage-webhooks.ts'
import { readDeliveries, readWebhooks } from '../src/flow/read-webhooks.ts'
import { resealSecrets } from '../src/flow/reseal-secrets.ts'
import { recordLowCredits } from '../src/flow/record-events.ts'
import { recordResult } from '../src/flow/record-result.ts'
import { relay } from '../src/flow/relay.ts'
import { requestStep, type StepRequest } from '../src/flow/request-step.ts'
import { eraseIngestion } from '../src/flow/erase-ingestion.ts'
import { sweep } from '../src/flow/sweep.ts'
import { findIngestion } from '../src/store/ingestions.ts'
import { findStep, listSteps } from '../src/store/steps.ts'
import { takeBack } from '../src/store/webhook-deliveries.ts'
import { addEndpoint, pass, report, takeJobs } from './support/deliveries.ts'
import { useGatewayParts } from './support/gateway-parts.ts'
import { end, guestWithFile, insertReadyFile, made } from './support/ready-file.ts'

/** Who is told what, when and how often, without a courier, so that nothing depends on its speed. */

const parts = useGatewayParts()
let ctx: Context
let request: StepRequest
beforeEach(async () => {
  ctx = parts.ctx()
  request = await guestWithFile(ctx)
})

/** Requests a step and ends it, as made unless told otherwise. */
async function finish(asked: Partial<StepRequest> = {}, ending: Parameters<typeof end>[2] | null = null) {
  const { stepId } = await requestStep(ctx, { ...request, ...asked })
  await end(ctx, stepId, ending ?? { state: 'done', result: made })
  return stepId
}

function open({ headers, body }: DeliveryJob, secret: string): WebhookEvent {
  return WebhookEvent.parse(new Webhook(secret).verify(body, headers))
}

/** Keys of these names, the first of which seals; `test` is what the gateway under test has. */
function ringOf(...[first, ...rest]: [string, ...string[]]) {
  const key = (id: string) => ({ id, bytes: id === 'test' ? Buffer.alloc(32, 1) : Buffer.alloc(32, id) })
  return openKeyRing([key(first), ...rest.map(key)])
}

const log = async (id: string) =>
  (await readDeliveries(ctx, request.ownerId, { webhookId: id, limit: 100 })).deliveries

describe('what is told', () => {
  it('is how a step ended, signed so that the library of the standard accepts it', async () => {
    const { secret } = await addEndpoint(ctx, request.ownerId)
    const stepId = await finish()
    const [job, ...others] = await takeJobs(ctx)
    const event = open(job!, secret)
    expect([event.type, others.length]).toEqual(['rectification.finished', 1])
    expect(event.data).toEqual({
      job_id: stepId,
      job_path: `/api/v1/detourage/jobs/${stepId}`,
      ingestion_id: request.ingestionId,
      page: 1,
      status: 'OK',
      code: null,
      credits_charged: 1,
      test: false,
    })
    expect(job!.headers['webhook-id']).toBe(job!.deliveryId)
    const tampered = { ...job!, body: job!.body.replace('"page":1', '"page":2') }
    expect(() => open(tampered, secret)).toThrow('No matching signature')
  })

  it('is only what an endpoint wants to know', async () => {
    const events = ['rectification.failed'] as never[]
    const { secret } = await addEndpoint(ctx, request.ownerId, { events })
    await finish()
    await finish({}, { state: 'failed', problem: { sentence: 'step_given_up', params: {} } })
    const jobs = await takeJobs(ctx)
    expect(jobs.map((job) => open(job, secret).data)).toMatchObject([
      { status: null, code: 'internal', credits_charged: 0 },
    ])
  })

  it('includes what is to be checked, after how it ended', async () => {
    const { secret } = await addEndpoint(ctx, request.ownerId)
    await finish(
      { kind: 'detect' },
      {
        state: 'done',
        result: { ...made, status: 'REVIEW_REQUIRED', reasons: ['glare'], alternatives: [], documents: [] },
      },
    )
    const told: string[] = []
    for (const _ of [1, 2]) {
      const [job] = await takeJobs(ctx)
      told.push(open(job!, secret).type)
      await report(ctx, job!)
    }
    expect(told).toEqual(['detection.finished', 'review.required'])
  })

  it('waits for the text of a page that is to be read', async () => {
    const { secret } = await addEndpoint(ctx, request.ownerId)
    const rectifyId = await finish({ options: { text: true } })
    expect((await takeJobs(ctx)).map((job) => open(job, secret).type)).toEqual(['credits.low'])
    const read = (await listSteps(ctx.db, request.ingestionId)).find(({ kind }) => kind === 'read')
    await end(ctx, read!.id, { state: 'done', result: { words: 3 } })
    const [job] = await takeJobs(ctx)
    expect(open(job!, secret)).toMatchObject({ type: 'rectification.finished', data: { job_id: rectifyId } })
  })

  it('is that a file was erased before its page was made', async () => {
    const { secret } = await addEndpoint(ctx, request.ownerId)
    await requestStep(ctx, request)
    await eraseIngestion(ctx, request.ingestionId, { id: request.ownerId, test: false })
    const [job] = await takeJobs(ctx)
    expect(open(job!, secret)).toMatchObject({ type: 'rectification.failed', data: { code: 'cancelled' } })
  })

  it('is nothing when a result comes twice', async () => {
    const { endpoint } = await addEndpoint(ctx, request.ownerId)
    const { stepId } = await requestStep(ctx, { ...request, kind: 'detect' })
    const [step] = await listSteps(ctx.db, request.ingestionId)
    const outcome = {
      kind: 'problem',
      code: 'unreadable_file',
      detail: '',
      reason: 'twice',
      stepId,
      ingestionId: request.ingestionId,
      attemptToken: step!.attemptToken!,
    } as const
    await Promise.all([recordResult(ctx, outcome), recordResult(ctx, outcome)])
    await recordResult(ctx, outcome)
    expect((await log(endpoint.id)).map(({ type }) => type)).toEqual(['detection.failed'])
  })

  it('is once that credits are low, and again after there were enough', async () => {
    const events = ['credits.low'] as never[]
    const { secret } = await addEndpoint(ctx, request.ownerId, { events })
    await finish()
    await finish({ page: 2 })
    const jobs = await takeJobs(ctx)
    expect(jobs.map((job) => open(job, secret).data)).toEqual([{ credits: 9, threshold: 10 }])
    for (const remaining of [30, 4, 3])
      await recordLowCredits(ctx.db, { ownerId: request.ownerId, remaining })
    const again = await takeJobs(ctx)
    expect(again.map((job) => open(job, secret).data)).toEqual([{ credits: 4, threshold: 10 }])
  })
})

describe('an address that comes with a call', () => {
  it('is told once how it ended, without a signature', async () => {
    const stepId = await finish({ callbackUrl: 'https://n8n.test/resume/1' })
    const [job, ...others] = await takeJobs(ctx)
    expect(others).toEqual([])
    expect(ctx.addressRing.open(job!.address, addressPurpose(job!.deliveryId))).toBe(
      'https://n8n.test/resume/1',
    )
    expect(Object.keys(job!.headers).filter((name) => name.startsWith('webhook-'))).toEqual([
      'webhook-id',
      'webhook-timestamp',
    ])
    expect(JSON.parse(job!.body)).toMatchObject({ type: 'rectification.finished', data: { job_id: stepId } })
  })

  it('is kept sealed, with its step and with what is told of it', async () => {
    const token = 'token-of-n8n'
    await finish({ callbackUrl: `https://n8n.test:443/resume/${token}?signature=${token}` })
    const kept = async () =>
      JSON.stringify([
        await ctx.db.selectFrom('steps').select('callback_url').execute(),
        await ctx.db.selectFrom('webhook_deliveries').select(['url', 'host']).execute(),
      ])
    expect(await kept()).not.toContain(token)
    expect(await kept()).toContain('"host":"n8n.test"')
    const [job] = await takeJobs(ctx)
    expect(ctx.addressRing.open(job!.address, addressPurpose(job!.deliveryId))).toContain(token)
  })

  it('is called too where the former release has written it in clear', async () => {
    const { stepId } = await requestStep(ctx, { ...request, kind: 'detect' })
    const url = 'https://n8n.test/resume/1'
    await ctx.db.updateTable('steps').set({ callback_url: url }).where('id', '=', stepId).execute()
    await end(ctx, stepId, { state: 'cancelled' })
    const [job] = await takeJobs(ctx)
    expect(ctx.addressRing.open(job!.address, addressPurpose(job!.deliveryId))).toBe(url)
  })

  it('is part of what makes two requests the same', async () => {
    const once = { ...request, idempotencyKey: 'k' }
    await requestStep(ctx, { ...once, callbackUrl: 'https://n8n.test/1' })
    const other = requestStep(ctx, { ...once, callbackUrl: 'https://n8n.test/2' })
    await expect(other).rejects.toThrow('idempotency_mismatch')
  })
})

it('an endpoint that looks like a sealed address is one in clear, and new ones are refused', async () => {
  for (const end of ['%E0%A4%A/x', 'hooks.zapier.com/x']) {
    const url = `https://sealed.invalid/${end}`
    expect(CallbackUrl.safeParse(url).success).toBe(false)
    await addEndpoint(ctx, request.ownerId, { url })
  }
  await finish({ kind: 'detect' }, { state: 'cancelled' })
  const hosts = await ctx.db.selectFrom('webhook_deliveries').select('host').distinct().execute()
  expect(hosts).toEqual([{ host: 'sealed.invalid' }])
})

describe('a step that cannot be ended', () => {
  /** Two steps past their time on two files past theirs, of which the first cannot be ended: what it is to call is no address. */
  async function overdue() {
    const other = await insertReadyFile(ctx, { id: request.ownerId, test: false })
    const ids: string[] = []
    for (const ingestionId of [request.ingestionId, other])
      ids.push((await requestStep(ctx, { ...request, ingestionId })).stepId)
    const long = sql<Date>`now() - interval '1 hour'`
    await ctx.db.updateTable('steps').set({ deadline_at: long }).execute()
    await ctx.db.updateTable('steps').set({ callback_url: 'nowhere' }).where('id', '=', ids[0]!).execute()
    await ctx.db.updateTable('ingestions').set({ expires_at: long }).execute()
    return { bad: ids[0]!, good: ids[1]!, other }
  }

  it('does not keep the relay from ending others', async () => {
    const { bad, good } = await overdue()
    await relay(ctx)
    expect((await findStep(ctx.db, good))!.state).toBe('failed')
    expect((await findStep(ctx.db, bad))!.state).not.toBe('failed')
  })

  it('does not keep other files from being erased, and goes with its own later', async () => {
    const { bad, other } = await overdue()
    const left = async () =>
      (await ctx.db.selectFrom('ingestions').select('id').where('state', '<>', 'expired').execute()).map(
        ({ id }) => id,
      )
    const now = () => sweep(ctx, new AbortController().signal)
    await now()
    expect(await left()).toEqual([request.ingestionId])
    expect(await findIngestion(ctx.db, other)).toMatchObject({ state: 'expired' })
    await ctx.db.updateTable('steps').set({ callback_url: null }).where('id', '=', bad).execute()
    await now()
    expect(await left()).toEqual([])
  })
})

describe('a delivery', () => {
  it('is tried ten times in a day under one id, and then given up', async () => {
    const { endpoint, secret } = await addEndpoint(ctx, request.ownerId)
    await finish({ kind: 'detect' }, { state: 'cancelled' })
    const seen: DeliveryJob[] = []
    for (let turns = 0; seen.length < 10 && turns < 30 * 6; turns++) {
      for (const job of await takeJobs(ctx)) {
        seen.push(job)
        open(job, secret)
        await report(ctx, job, { status: 503, answer: 'later' })
      }
      await pass(ctx, 600)
    }
    expect(seen).toHaveLength(10)
    expect(new Set(seen.map(({ deliveryId }) => deliveryId)).size).toBe(1)
    expect(new Set(seen.map(({ attemptToken }) => attemptToken)).size).toBe(10)
    const [delivery] = await log(endpoint.id)
    expect(delivery).toMatchObject({ state: 'failed', body: seen[0]!.body, next_attempt_at: null })
    expect(delivery!.attempts).toHaveLength(10)
    expect(delivery!.attempts[9]).toMatchObject({ status: 503, answer: 'later', error: null })
    await pass(ctx, 86_400)
    expect(await takeJobs(ctx)).toEqual([])
  })

  it('that nobody has reported on is made again, and its first outcome counts for nothing', async () => {
    const { endpoint } = await addEndpoint(ctx, request.ownerId)
    await finish({ kind: 'detect' }, { state: 'cancelled' })
    const [lost] = await takeJobs(ctx)
    expect(await takeJobs(ctx)).toEqual([])
    await pass(ctx, 120)
    const [again] = await takeJobs(ctx)
    expect(again!.deliveryId).toBe(lost!.deliveryId)
    expect(again!.attemptToken).not.toBe(lost!.attemptToken)
    await report(ctx, lost!)
    expect((await log(endpoint.id))[0]).toMatchObject({ state: 'sending', attempts: [] })
    await Promise.all([report(ctx, again!), report(ctx, again!)])
    expect((await log(endpoint.id))[0]).toMatchObject({ state: 'delivered', attempts: [{ status: 204 }] })
  })

  it.each([
    ['paused', { state: 'waiting', next_attempt_at: null }],
    ['gone', { state: 'failed' }],
  ] as const)('that was lost is not sent again once its endpoint is %s', async (state, expected) => {
    const { endpoint } = await addEndpoint(ctx, request.ownerId)
    await finish({ kind: 'detect' }, { state: 'cancelled' })
    await takeJobs(ctx)
    if (state === 'paused') await pause(ctx, { id: endpoint.id, ownerId: request.ownerId })
    else {
      await sendTest(ctx, { id: endpoint.id, ownerId: request.ownerId })
      await report(ctx, (await takeJobs(ctx))[0]!, { status: 410 })
    }
    await pass(ctx, 120)
    expect(await takeJobs(ctx)).toEqual([])
    expect((await log(endpoint.id)).at(-1)).toMatchObject({ ...expected, attempts: [] })
  })

  it.each([
    ['active', { state: 'waiting', next_attempt_at: expect.any(String) as string }],
    ['paused', { state: 'waiting', next_attempt_at: null }],
    ['gone', { state: 'failed', next_attempt_at: null }],
  ] as const)('that could not be prepared waits only for an endpoint that is %s', async (state, expected) => {
    const { endpoint } = await addEndpoint(ctx, request.ownerId)
    await finish({ kind: 'detect' }, { state: 'cancelled' })
    const [job] = await takeJobs(ctx)
    await ctx.db.updateTable('webhook_endpoints').set({ state }).where('id', '=', endpoint.id).execute()
    const { deliveryId: id, attemptToken } = job!
    await takeBack(ctx.db, { id, attemptToken }, new Date(Date.now() + 60_000))
    expect((await log(endpoint.id))[0]).toMatchObject({ ...expected, attempts: [] })
  })

  it('waits for earlier ones of its file, not for those of other files', async () => {
    await addEndpoint(ctx, request.ownerId, { events: ['detection.failed'] as never[] })
    const other = await insertReadyFile(ctx, { id: request.ownerId, test: false })
    const of = (job: DeliveryJob) => JSON.parse(job.body).data.job_id as string
    const detect = (ingestionId: string) => finish({ kind: 'detect', ingestionId }, { state: 'cancelled' })
    const steps = [await detect(request.ingestionId), await detect(request.ingestionId), await detect(other)]
    const first = await takeJobs(ctx)
    expect(first.map(of)).toEqual([steps[0], steps[2]])
    await report(ctx, first[0]!, { status: null, error: 'timeout' })
    expect(await takeJobs(ctx)).toEqual([])
    await pass(ctx, 10)
    const [again] = await takeJobs(ctx)
    expect(of(again!)).toBe(steps[0])
    await report(ctx, again!)
    expect((await takeJobs(ctx)).map(of)).toEqual([steps[1]])
  })

  it('that nobody sends is named by readyz as a late outbox', async () => {
    const { endpoint } = await addEndpoint(ctx, request.ownerId)
    await finish({ kind: 'detect' }, { state: 'cancelled' })
    const inTime = () => degradingChecks(ctx)['outbox']!()
    expect(await inTime()).toBe(true)
    await pass(ctx, 600)
    expect(await inTime()).toBe(false)
    // What is held for an endpoint that is paused is not late.
    await pause(ctx, { id: endpoint.id, ownerId: request.ownerId })
    expect(await inTime()).toBe(true)
  })

  it('is sent again on request under its own id', async () => {
    const { endpoint } = await addEndpoint(ctx, request.ownerId)
    await finish({ kind: 'detect' }, { state: 'cancelled' })
    const [first] = await takeJobs(ctx)
    await report(ctx, first!)
    const named = { id: first!.deliveryId, ownerId: request.ownerId }
    expect(await resend(ctx, named)).toMatchObject({ id: first!.deliveryId, state: 'waiting' })
    const [second] = await takeJobs(ctx)
    expect(second).toMatchObject({ deliveryId: first!.deliveryId, body: first!.body })
    await report(ctx, second!)
    expect((await log(endpoint.id))[0]!.attempts).toHaveLength(2)
    await expect(resend(ctx, { ...named, ownerId: endpoint.id })).rejects.toThrow('not_found')
    // Refused this time, it holds up nothing that has happened since.
    await resend(ctx, named)
    await report(ctx, (await takeJobs(ctx))[0]!, { status: 500 })
    const next = await finish({ kind: 'detect' }, { state: 'cancelled' })
    const told = await takeJobs(ctx)
    expect(told.map(({ body }) => JSON.parse(body).data.job_id)).toEqual([next])
  })
})

describe('an endpoint', () => {
  const named = (id: string) => ({ id, ownerId: request.ownerId })

  it('gets signatures with both secrets while one is being replaced', async () => {
    const { endpoint, secret } = await addEndpoint(ctx, request.ownerId)
    const renewed = await rotateSecret(ctx, named(endpoint.id))
    await sendTest(ctx, named(endpoint.id))
    const [job] = await takeJobs(ctx)
    for (const valid of [secret, renewed.secret]) expect(open(job!, valid).type).toBe('webhook.test')
    await pass(ctx, 25 * 3_600)
    const [later] = await takeJobs(ctx)
    expect(open(later!, renewed.secret).type).toBe('webhook.test')
    expect(() => open(later!, secret)).toThrow()
  })

  it('that answers 410 is told nothing more', async () => {
    const { endpoint } = await addEndpoint(ctx, request.ownerId)
    await finish()
    const jobs = await takeJobs(ctx)
    await report(ctx, jobs[0]!, { status: 410 })
    await report(ctx, jobs[1]!, { status: 500 })
    await finish()
    expect(await readWebhooks(ctx, request.ownerId)).toMatchObject([{ state: 'gone' }])
    expect((await log(endpoint.id)).map(({ state }) => state)).toEqual(['failed', 'failed'])
    await expect(sendTest(ctx, named(endpoint.id))).rejects.toThrow('webhook_not_active')
  })

  it('that fails for three days is paused, and gets what has waited when it is resumed', async () => {
    const { endpoint } = await addEndpoint(ctx, request.ownerId)
    const fail = async () => {
      await sendTest(ctx, named(endpoint.id))
      for (const job of await takeJobs(ctx)) await report(ctx, job, { status: 500 })
    }
    await fail()
    await pass(ctx, 71 * 3_600)
    await fail()
    expect(await readWebhooks(ctx, request.ownerId)).toMatchObject([{ state: 'active' }])
    await pass(ctx, 3_600)
    await fail()
    expect(await readWebhooks(ctx, request.ownerId)).toMatchObject([{ state: 'failing' }])
    await finish({ kind: 'detect' }, { state: 'cancelled' })
    await pass(ctx, 86_400)
    expect(await takeJobs(ctx)).toEqual([])
    await resume(ctx, named(endpoint.id))
    const jobs = await takeJobs(ctx)
    expect(jobs.map(({ body }) => JSON.parse(body).type)).toContain('detection.failed')
    expect((await readWebhooks(ctx, request.ownerId))[0]).toMatchObject({
      state: 'active',
      failing_since: null,
    })
  })

  it('that is paused gets nothing until it is resumed', async () => {
    const { endpoint } = await addEndpoint(ctx, request.ownerId)
    await pause(ctx, named(endpoint.id))
    await finish({ kind: 'detect' }, { state: 'cancelled' })
    expect(await takeJobs(ctx)).toEqual([])
    await resume(ctx, named(endpoint.id))
    expect(await takeJobs(ctx)).toHaveLength(1)
  })

  it('whose key has left the ring waits, says so, and keeps nobody else waiting', async () => {
    const { endpoint } = await addEndpoint(ctx, request.ownerId)
    const lost = { ...ctx, webhookRing: ringOf('lost') }
    const { endpoint: other } = await addEndpoint(lost, request.ownerId)
    await finish({ kind: 'detect' }, { state: 'cancelled' })
    const told = await takeJobs(ctx)
    expect(told).toHaveLength(1)
    expect((await log(endpoint.id))[0]).toMatchObject({ state: 'sending' })
    expect((await log(other.id))[0]).toMatchObject({ state: 'waiting', attempts: [] })
    expect((await renderMetrics()).text).toMatch(/^webhook_deliveries_unreadable_total [1-9]/m)
    // A new secret is all that its owner needs.
    const renewed = await rotateSecret(ctx, named(other.id))
    await pass(ctx, 600)
    expect(open((await takeJobs(ctx))[0]!, renewed.secret).type).toBe('detection.failed')
  })

  it('is sealed again with the newest key, so that the one before can go', async () => {
    const { endpoint, secret } = await addEndpoint(ctx, request.ownerId)
    const renewed = await rotateSecret(ctx, named(endpoint.id))
    const both = { ...ctx, webhookRing: ringOf('new', 'test') }
    await resealSecrets(both)
    await sendTest(ctx, named(endpoint.id))
    const [job] = await takeJobs({ ...ctx, webhookRing: ringOf('new') })
    for (const valid of [secret, renewed.secret]) expect(open(job!, valid).type).toBe('webhook.test')
  })

  it('of callbacks is sealed again too', async () => {
    const owner = { kind: 'guest', id: request.ownerId } as const
    const secrets = [await rotateCallbackSecret(ctx, owner), await rotateCallbackSecret(ctx, owner)]
    await resealSecrets({ ...ctx, webhookRing: ringOf('new', 'test') })
    await finish({ kind: 'detect', callbackUrl: 'https://receiver.test/resume' }, { state: 'cancelled' })
    const [job] = await takeJobs({ ...ctx, webhookRing: ringOf('new') })
    for (const { secret } of secrets) expect(open(job!, secret).type).toBe('detection.failed')
  })

  it('keeps its secret sealed', async () => {
    const { secret } = await addEndpoint(ctx, request.ownerId)
    const stored = JSON.stringify(await ctx.db.selectFrom('webhook_endpoints').selectAll().execute())
    expect(stored).not.toContain(secret.slice('whsec_'.length))
  })
})
