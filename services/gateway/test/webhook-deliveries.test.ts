import { cutConnections } from '@equerre/testkit/database'
import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Context } from '../src/context.ts'
import { deliverDue } from '../src/flow/deliver.ts'
import { readDeliveries, readWebhooks } from '../src/flow/read-webhooks.ts'
import { insertStep } from '../src/store/steps.ts'
import { listDue } from '../src/store/webhook-turns.ts'
import { startDelivering } from '../src/jobs/deliver.ts'
import { webhookEvents } from './support/config.ts'
import { addEndpoint, pass, startCourier } from './support/deliveries.ts'
import { useGatewayParts } from './support/gateway-parts.ts'
import { until } from './support/observe.ts'
import { end, insertReadyFile } from './support/ready-file.ts'
import { startReceiver, type Received } from '@equerre/testkit/receiver'

/** Events told by a real courier to receivers of every kind, on whom time passes in leaps. */

const parts = useGatewayParts({ WEBHOOK_SECONDS_MAX: '1', WEBHOOK_FAILING_HOURS_MAX: '24' })
let ctx: Context
beforeEach(() => {
  ctx = parts.ctx()
})

/** How many of a hundred events each receiver is told; those that never take one are paused after a day. */
const shares = { '/fine': 34, '/flaky': 40, '/slow': 16, '/redirect': 4, '/hang': 4, '/gone': 2 } as const
type Path = keyof typeof shares
const paths = Object.keys(shares) as Path[]

let receiver: Awaited<ReturnType<typeof startReceiver>>
let asked = 0
/** Of the delivery that its courier is stopped in the middle of. */
const moments = new EventEmitter()
const secrets = new Map<string, string>()
const unsound: unknown[] = []
beforeAll(async () => {
  const answers = {
    // Three in ten, and never in the same rhythm as its events.
    '/flaky': (_, response) =>
      void response.writeHead([0, 3, 7].includes(asked++ % 10) ? 500 : 200).end('flaky'),
    '/slow': async (_, response) => {
      await sleep(50)
      response.writeHead(202).end('x'.repeat(100_000))
    },
    '/redirect': (_, response) => void response.writeHead(307, { location: receiver.url('/trap') }).end(),
    '/hang': () => {},
    '/gone': (_, response) => void response.writeHead(410).end(),
    '/awaited': async (_, response) => {
      const stopping = once(moments, 'stopping')
      moments.emit('begun')
      await stopping
      response.end()
    },
  } satisfies Parameters<typeof startReceiver>[0]
  // As it arrives: later its signature is too old.
  receiver = await startReceiver(answers, ({ path: at, body, headers }) => {
    try {
      new Webhook(secrets.get(at) ?? '').verify(body, headers)
    } catch (error) {
      unsound.push(error)
    }
  })
})
afterAll(() => receiver.close())

const aDetection = {
  kind: 'detect',
  page: 1,
  input: {},
  lane: 'vision-detect',
  cost: 0,
  requestId: 'r',
  networks: null,
  traceparent: null,
  deadlineAt: new Date(Date.now() + 3_600_000),
} as const

/** Two to ten steps on each file, all of which end. @returns the steps of each file, in order */
async function makeEvents(ownerId: string, count: number): Promise<string[][]> {
  const files: string[][] = []
  for (let made = 0; made < count;) {
    const ingestionId = await insertReadyFile(ctx, { id: ownerId, test: false })
    const steps: string[] = []
    for (const most = Math.min(count, made + 2 + (files.length % 9)); made < most; made++) {
      const stepId = randomUUID()
      await insertStep(ctx.db, { ...aDetection, id: stepId, ingestionId, ownerId })
      await end(ctx, stepId, { state: 'cancelled' })
      steps.push(stepId)
    }
    files.push(steps)
  }
  return files
}

const unfinished = () =>
  ctx.db
    .selectFrom('webhook_deliveries')
    .select(['state', 'due_at'])
    .where('state', 'in', ['waiting', 'sending'])
    .execute()

/** Delivers until nothing can be delivered now. */
async function settle(lossesExpected = false): Promise<void> {
  for (;;) {
    await deliverDue(ctx)
    const due = await listDue(ctx.db, { full: { forAll: [], forSlow: [] }, perOwner: 1, limit: 1 })
    if (due.length === 0 && !(await unfinished()).some(({ state }) => state === 'sending')) return
    if (lossesExpected && (await ctx.deliveries.getJobCountByTypes('waiting', 'active')) === 0) return
    await sleep(20)
  }
}

const jobOf = ({ body }: Received) => JSON.parse(body).data.job_id as string
const isTaken = ({ status }: Received) => status !== null && status < 300

type Told = Awaited<ReturnType<typeof tell>>

/** Adds a receiver's endpoint and tells it its share. */
async function tell(at: Path) {
  const ownerId = randomUUID()
  const { endpoint, secret } = await addEndpoint(ctx, ownerId, { url: receiver.url(at) })
  secrets.set(at, secret)
  return {
    at,
    ownerId,
    endpoint,
    files: await makeEvents(ownerId, Math.ceil((shares[at] * webhookEvents) / 100)),
  }
}

/** Delivers it all; in the middle of it, Postgres cuts every connection, the courier dies and Redis forgets everything. */
async function deliverAll(): Promise<void> {
  const gateway = startDelivering(ctx)
  let courier = await startCourier(ctx)
  while (receiver.received.length < webhookEvents / 4) await sleep(10)
  await cutConnections(parts.database())
  while (receiver.received.length < webhookEvents / 2) await sleep(10)
  await courier.kill()
  await ctx.redis.flushall()
  courier = await startCourier(ctx)
  await settle(true)
  while ((await unfinished()).some(({ due_at: at, state }) => at !== null || state === 'sending')) {
    await pass(ctx, 12 * 3_600)
    await settle()
  }
  await gateway.close()
  await courier.stop()
}

function seeOneId(at: Path): void {
  const got = receiver.received.filter((request) => request.path === at)
  for (const requests of Map.groupBy(got, jobOf).values())
    expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size, at).toBe(1)
}

/** Each event was taken, those of a file one after the other. */
async function seeAllTaken({ at, ownerId, endpoint, files }: Told): Promise<void> {
  const taken = receiver.received.filter((request) => request.path === at && isTaken(request))
  const order = new Map([...new Set(taken.map(jobOf))].map((id, place) => [id, place]))
  for (const steps of files) {
    const places = steps.flatMap((id) => order.get(id) ?? [])
    expect(places, at).toHaveLength(steps.length)
    expect(places, at).toEqual(places.toSorted((a, b) => a - b))
  }
  const { deliveries } = await readDeliveries(ctx, ownerId, { webhookId: endpoint.id, limit: 100 })
  expect(new Set(deliveries.map(({ state }) => state)), at).toEqual(new Set(['delivered']))
  if (at === '/slow') expect(deliveries[0]!.attempts.at(-1)!.answer).toBe('x'.repeat(2_000))
}

const timeout = 100_000 + webhookEvents * 100

it('arrive in order and under one id, or their endpoint is paused', { timeout }, async () => {
  const told = await Promise.all(paths.map(tell))
  await deliverAll()
  const states: Record<string, unknown> = {}
  for (const each of told) {
    seeOneId(each.at)
    states[each.at] = (await readWebhooks(ctx, each.ownerId))[0]!.state
    if (states[each.at] === 'active') await seeAllTaken(each)
  }
  const taking = { '/fine': 'active', '/flaky': 'active', '/slow': 'active' }
  expect(states).toEqual({ ...taking, '/redirect': 'failing', '/hang': 'failing', '/gone': 'gone' })
  expect(receiver.received.filter((request) => request.path === '/trap')).toEqual([])
  expect(unsound).toEqual([])
})

it('that its courier is told to stop in the middle of is finished and reported', async () => {
  const ownerId = randomUUID()
  const { endpoint, secret } = await addEndpoint(ctx, ownerId, { url: receiver.url('/awaited') })
  secrets.set('/awaited', secret)
  await makeEvents(ownerId, 1)
  const begun = once(moments, 'begun')
  const courier = await startCourier(ctx)
  const gateway = startDelivering(ctx)
  await begun
  const stopped = courier.stop()
  await sleep(100)
  moments.emit('stopping')
  await stopped
  const log = () => readDeliveries(ctx, ownerId, { webhookId: endpoint.id, limit: 1 })
  await until(async () => (await log()).deliveries[0]?.state === 'delivered')
  expect((await log()).deliveries[0]!.attempts).toMatchObject([{ status: 200 }])
  await gateway.close()
})
