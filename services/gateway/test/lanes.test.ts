import type { VisionQueue } from '@equerre/contract/jobs'
import { GaveWay, lastPriority, measureQueue, startWorker } from '@equerre/platform/queue'
import { renderMetrics } from '@equerre/platform/metrics'
import { connect } from '@equerre/local/servers/databases'
import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Context } from '../src/context.ts'
import type { Networks, Tier } from '../src/core/fairness.ts'
import { originsOf } from '../src/core/network.ts'
import { eraseIngestion } from '../src/flow/erase-ingestion.ts'
import { recordResult } from '../src/flow/record-result.ts'
import { relay } from '../src/flow/relay.ts'
import { requestStep } from '../src/flow/request-step.ts'
import { shedLoad } from '../src/flow/shed-load.ts'
import { reclaim, listDispatchedBefore, markDispatched } from '../src/store/dispatches.ts'
import { findStep, listOverdue } from '../src/store/steps.ts'
import { useGatewayParts } from './support/gateway-parts.ts'
import { rows } from './support/observe.ts'
import { insertReadyFile } from './support/ready-file.ts'

/** Who goes first in a lane and who is refused, without workers, so that nothing depends on their speed. */

const parts = useGatewayParts()
let ctx: Context
beforeEach(() => {
  ctx = parts.ctx()
})

const here = originsOf('203.0.113.5')
const elsewhere = originsOf('198.51.100.5')

/** A principal with a ready file. */
async function somebody(tier: Tier, networks: Networks, mime = 'image/jpeg') {
  const ownerId = randomUUID()
  const id = await insertReadyFile(ctx, { id: ownerId, test: false }, mime)
  const detect = async () => {
    const request = { kind: 'detect', ownerId, ingestionId: id, page: 1, idempotencyKey: undefined } as const
    const standing = { tier, networks }
    return (await requestStep(ctx, { ...request, standing, requestId: 'request', test: false })).stepId
  }
  /** Reports the step as a worker that gave up on the file. */
  const giveUp = async (stepId: string, cpuSeconds: number) => {
    const attemptToken = (await findStep(ctx.db, stepId))!.attemptToken
    const why = {
      kind: 'problem',
      code: 'unreadable_file',
      detail: '',
      reason: 'cpu',
    } as const
    await recordResult(ctx, { ...why, stepId, ingestionId: id, attemptToken: attemptToken!, cpuSeconds })
  }
  return { detect, giveUp, erase: () => eraseIngestion(ctx, id, { id: ownerId, test: false }) }
}

const pdf = 'application/pdf'

/** Ages dispatched steps, and runs the relay. */
async function relayLater(): Promise<void> {
  const later = `update gateway.steps set dispatched_at = now() - interval '1 minute'`
  await rows({ database: parts.database() }, later)
  await relay(ctx)
}

/** A lane's steps in the order they are handed out, with their ranks; 0 for paid ones. */
async function lineOn(lane: VisionQueue): Promise<{ ids: string[]; ranks: number[] }> {
  const queue = ctx.queues[lane]
  const jobs = [...(await queue.getJobs(['waiting'], 0, -1, true)), ...(await queue.getPrioritized(0, -1))]
  return { ids: jobs.map(({ id }) => String(id)), ranks: jobs.map(({ priority }) => priority) }
}

describe('a lane', () => {
  it('puts paid steps first, then the first of each network before the second of any', async () => {
    const [crowd, guest, customer] = [
      await somebody('guest', here),
      await somebody('guest', elsewhere),
      await somebody('paying', here),
    ]
    const [first, second, third] = [await crowd.detect(), await crowd.detect(), await crowd.detect()]
    const [other, paid] = [await guest.detect(), await customer.detect()]
    const { ids } = await lineOn('vision-detect')
    // Every fourth paid step promotes the next unpaid one to right behind itself.
    expect(ids).toEqual([paid, first, other, second, third])
  })

  it('does not starve unpaid steps', async () => {
    const [guest, customer] = [await somebody('guest', here), await somebody('paying', elsewhere)]
    const waiting = [await guest.detect(), await guest.detect()]
    // Each customer may have four in flight, so it takes many customers.
    const customers = await Promise.all(Array.from({ length: 10 }, () => somebody('paying', elsewhere)))
    for (const { detect } of [customer, ...customers]) for (let i = 0; i < 4; i++) await detect()
    const { ids, ranks } = await lineOn('vision-detect')
    for (const id of waiting) {
      expect(ranks[ids.indexOf(id)]).toBe(0)
      expect(ids.indexOf(id)).toBeLessThan(ids.length - 1)
    }
  })

  it('holds one PDF per address at a time, however many guests it has', async () => {
    const guests = await Promise.all(Array.from({ length: 4 }, () => somebody('guest', here, pdf)))
    for (const { detect } of guests) await detect()
    expect((await lineOn('vision-heavy')).ids).toHaveLength(1)
    const other = await somebody('guest', elsewhere, pdf)
    const id = await other.detect()
    expect((await lineOn('vision-heavy')).ids).toContain(id)
  })

  it('holds no more unpaid steps of one address than its window, but every customer’s own window', async () => {
    const max = ctx.config.limits.unpaidInFlightMax
    const guests = await Promise.all(Array.from({ length: max + 2 }, () => somebody('guest', here)))
    for (const { detect } of guests) await detect()
    const { ids, ranks } = await lineOn('vision-detect')
    expect(ids).toHaveLength(max)
    expect(ranks).toEqual(Array.from({ length: max }, (_, i) => i + 1))
    const customers = await Promise.all(Array.from({ length: max + 2 }, () => somebody('paying', here)))
    for (const { detect } of customers) await detect()
    expect((await lineOn('vision-detect')).ids).toHaveLength(2 * max + 2)
  })

  it('is fair in the end: the relay moves long-waiting steps to the front', async () => {
    const guest = await somebody('guest', here)
    for (let i = 0; i < 3; i++) await guest.detect()
    await relayLater()
    expect((await lineOn('vision-detect')).ranks).toEqual([1, 1, 1])
  })

  it.each(['guest', 'paying'] as const)('gets only waiting steps from the relay (%s)', async (tier) => {
    const one = await somebody(tier, here)
    const [ended, given, waiting] = [await one.detect(), await one.detect(), await one.detect()]
    await one.giveUp(ended, 1)
    const steps = { database: parts.database() }
    await rows(
      steps,
      `update gateway.steps set state = 'waiting', dispatched_at = null where id = '${waiting}'`,
    )
    // Ended steps stay as they are, even past their deadline.
    await rows(
      steps,
      `update gateway.steps set deadline_at = now() - interval '1 minute', dispatched_at = deadline_at where id = '${ended}'`,
    )
    const before = await Promise.all([ended, given].map((id) => findStep(ctx.db, id)))
    await ctx.queues['vision-detect'].drain()
    await relay(ctx)
    expect((await lineOn('vision-detect')).ids).toEqual([waiting])
    expect((await findStep(ctx.db, waiting))!.state).toBe('dispatched')
    expect(await Promise.all([ended, given].map((id) => findStep(ctx.db, id)))).toEqual(before)
  })

  it('removes overdue steps from the queue, so that no worker runs them in vain', async () => {
    const one = await somebody('guest', here)
    const [overdue, other] = [await one.detect(), await one.detect()]
    await rows(
      { database: parts.database() },
      `update gateway.steps set deadline_at = now() - interval '1 minute' where id = '${overdue}'`,
    )
    await relay(ctx)
    expect((await findStep(ctx.db, overdue))!.state).toBe('failed')
    expect((await lineOn('vision-detect')).ids).toEqual([other])
  })

  it('takes back no step that has ended', async () => {
    const one = await somebody('guest', here)
    const id = await one.detect()
    await one.giveUp(id, 1)
    const step = (await findStep(ctx.db, id))!
    const before = new Date(Date.now() + 1_000)
    expect(await markDispatched(ctx.db, [id])).toEqual([])
    expect(await reclaim(ctx.db, step, { before, attempts: 1 })).toBeNull()
    expect(await listDispatchedBefore(ctx.db, before)).toEqual([])
    expect(await listOverdue(ctx.db, new Date(Date.now() + 3_600_000), 10)).toEqual([])
  })

  it('reports its age, whatever waits in it', async () => {
    const queue = ctx.queues['vision-detect']
    await queue.add('detect', {}, { priority: 3, timestamp: Date.now() - 50_000 })
    await measureQueue(queue)
    const shown = /queue_oldest_seconds\{[^}]*vision-detect[^}]*\} (\S+)/.exec((await renderMetrics()).text)
    expect(Number(shown?.[1])).toBeGreaterThanOrEqual(50)
  })
})

describe('a crowd whose line is held up', () => {
  it('leaves connections to others', async () => {
    await using lock = await connect(parts.database().urls.admin)
    await lock.query(`select pg_advisory_lock(hashtextextended($1, 2))`, [here[0]])
    const count = 2 * ctx.config.DATABASE_CONNECTIONS_MAX
    const guests = await Promise.all(Array.from({ length: count }, () => somebody('guest', here)))
    const crowd = Promise.all(guests.map(({ detect }) => detect()))
    const customer = await somebody('paying', elsewhere)
    const first = await Promise.race([
      crowd.then(() => 'the crowd'),
      customer.detect().then(() => 'the customer'),
    ])
    await lock.query('select pg_advisory_unlock_all()')
    await crowd
    expect(first).toBe('the customer')
    expect((await lineOn('vision-detect')).ids).toHaveLength(1 + ctx.config.limits.unpaidInFlightMax)
  })
})

describe('a late lane', () => {
  const isShed = async (tier: Tier, lane: VisionQueue = 'vision-detect', networks = here) =>
    shedLoad(ctx, { tier, networks }, lane).then(
      () => false,
      () => true,
    )
  const everybody = async () =>
    Promise.all((['guest', 'account', 'paying'] as const).map((tier) => isShed(tier)))
  const wait = (seconds: number, options: { priority?: number } = {}) =>
    ctx.queues['vision-detect'].add('detect', {}, { ...options, timestamp: Date.now() - seconds * 1_000 })

  it.each([
    [5, [false, false, false]],
    [15, [true, false, false]],
    [60, [true, true, false]],
    [150, [true, true, true]],
  ])('of %i s refuses guests, accounts and customers: %j', async (seconds, shed) => {
    await wait(seconds)
    expect(await everybody()).toEqual(shed)
    expect(await isShed('guest', 'vision-rectify')).toBe(false)
  })

  it('is not late for customers while only others wait', async () => {
    await wait(600, { priority: 1 })
    expect(await everybody()).toEqual([true, true, false])
  })

  it('is not late for customers because of a promoted unpaid step', async () => {
    const job = await wait(600, { priority: 1 })
    await job.changePriority({ priority: 0 })
    expect(await isShed('paying')).toBe(false)
  })

  it('is late only for the network that crowds it', async () => {
    const crowd = await somebody('guest', here)
    for (let i = 0; i < 4; i++) await crowd.detect()
    const queue = ctx.queues['vision-detect']
    await queue.drain()
    await wait(60, { priority: 4 })
    // The cached reads of those requests may be a second old.
    await sleep(1_100)
    expect([
      await isShed('guest', 'vision-detect', here),
      await isShed('guest', 'vision-detect', elsewhere),
    ]).toEqual([true, false])
  })
})

describe('a lane kept busy by a few files of a network', () => {
  const isShed = (one: { detect: () => Promise<string> }) =>
    one.detect().then(
      () => false,
      (problem) => problem.code === 'rate_limited' && problem.retryAfterS > 60,
    )

  it('is closed for an hour to that network’s unpaid steps only, and no other lane is', async () => {
    const [costly, neighbour] = [await somebody('guest', here, pdf), await somebody('account', here, pdf)]
    const first = await costly.detect()
    const waiting = await neighbour.detect()
    await costly.giveUp(first, 20)
    // Although accepted before, it is not dispatched now.
    expect((await lineOn('vision-heavy')).ids).not.toContain(waiting)
    expect(await isShed(neighbour)).toBe(true)
    expect(await isShed(await somebody('guest', elsewhere, pdf))).toBe(false)
    expect(await isShed(await somebody('guest', here))).toBe(false)
    expect(await isShed(await somebody('paying', here, pdf))).toBe(false)
  })

  it('stays open for any number of ordinary files', async () => {
    const guest = await somebody('guest', here, pdf)
    for (let i = 0; i < 30; i++) await guest.giveUp(await guest.detect(), 4)
    expect(await isShed(guest)).toBe(false)
  })
})

it('a deletion removes waiting steps from their lane, and aborts running ones', async () => {
  const [deleted, waiting] = [await somebody('guest', here), await somebody('guest', elsewhere)]
  const lane = ctx.queues['vision-detect']
  const heard = new EventEmitter()
  await deleted.detect()
  const worker = startWorker({
    queue: lane.name,
    redisUrl: ctx.config.REDIS_URL,
    concurrency: 1,
    log: ctx.log,
    handle: async (_job, { unwanted }) => {
      await once(unwanted, 'abort')
      heard.emit('deleted')
    },
  })
  await vi.waitFor(async () => expect(await lane.getActiveCount()).toBe(1), { timeout: 20_000 })
  const waitingId = await waiting.detect()
  await waiting.erase()
  expect(await lane.getJob(waitingId)).toBeUndefined()
  await Promise.all([once(heard, 'deleted'), deleted.erase()])
  await worker.close()
})

it('an unpaid step blocks others that wait elsewhere, a paid one nobody', async () => {
  const heard: boolean[] = []
  const worker = startWorker({
    queue: 'vision-detect',
    redisUrl: ctx.config.REDIS_URL,
    concurrency: 1,
    log: ctx.log,
    handle: async (_job, { blocks }) => void heard.push(blocks(), blocks(true)),
  })
  await (await somebody('guest', here)).detect()
  await vi.waitFor(() => expect(heard).toEqual([false, true]), { timeout: 20_000 })
  await (await somebody('paying', here)).detect()
  await vi.waitFor(() => expect(heard.slice(2)).toEqual([false, false]), { timeout: 20_000 })
  await worker.close()
})

it('an unpaid step that blocks others gives way, and runs again after them', async () => {
  const lane = ctx.queues['vision-detect']
  const [first, second] = [await somebody('guest', here), await somebody('guest', elsewhere)]
  const stepId = await first.detect()
  const begun: string[] = []
  const worker = startWorker({
    queue: lane.name,
    redisUrl: ctx.config.REDIS_URL,
    concurrency: 1,
    log: ctx.log,
    handle: async (data, { blocks }) => {
      begun.push((data as { stepId: string }).stepId)
      if (begun.length > 1) return
      await vi.waitFor(() => expect(blocks()).toBe(true), { timeout: 20_000 })
      throw new GaveWay()
    },
  })
  await vi.waitFor(() => expect(begun).toEqual([stepId]), { timeout: 20_000 })
  const others = await second.detect()
  await vi.waitFor(() => expect(begun).toEqual([stepId, others]), { timeout: 20_000 })
  const job = (await lane.getJob(stepId))!
  expect([await job.getState(), job.priority]).toEqual(['delayed', lastPriority])
  await relayLater()
  expect((await lane.getJob(stepId))!.priority).toBe(lastPriority)
  await worker.close()
})
