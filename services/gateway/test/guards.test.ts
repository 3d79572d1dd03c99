import { connect } from '@equerre/local/servers/databases'
import { AndNode, SelectQueryNode, UpdateQueryNode, WhereNode, type KyselyPlugin } from 'kysely'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Context } from '../src/context.ts'
import { requestStep } from '../src/flow/request-step.ts'
import { takeFreeCredits } from '../src/flow/top-up.ts'
import { welcomeGuest } from '../src/flow/welcome-guest.ts'
import { reclaim } from '../src/store/dispatches.ts'
import { findStep, listSteps } from '../src/store/steps.ts'
import { readBalance } from '../src/store/wallet.ts'
import { useGatewayParts } from './support/gateway-parts.ts'
import { rows } from './support/observe.ts'
import { corners, end, guestWithFile, made } from './support/ready-file.ts'

/** What keeps a guest's credits correct in the gateway's own tables, and what happens without it. */

// Few enough renderings to request at once without exhausting the connection pool.
const parts = useGatewayParts({ RENDERINGS_PER_CAPTURE: '5' })
let ctx: Context
beforeEach(() => {
  ctx = parts.ctx()
})

const broken = { sentence: 'step_given_up', params: {} } as const

const waitingBackends =
  'select 1 from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()'

/** The same database with its queries rewritten. */
function altered(transformQuery: KyselyPlugin['transformQuery']): Context {
  const plugin = { transformQuery, transformResult: async ({ result }) => result } satisfies KyselyPlugin
  return { ...ctx, db: ctx.db.withPlugin(plugin) }
}

const withoutRowLocks = () =>
  altered(({ node }) => (SelectQueryNode.is(node) ? { ...node, endModifiers: [] } : node))

/** Keeps only the first condition of updates: which row, not in which state. */
const withoutStatePredicate = () =>
  altered(({ node }) => {
    const condition = UpdateQueryNode.is(node) ? node.where?.where : undefined
    return condition && AndNode.is(condition)
      ? ({ ...node, where: WhereNode.create(condition.left) } as typeof node)
      : node
  })

describe('a step that has ended', () => {
  async function endsOnce(through: () => Context): Promise<void> {
    const request = await guestWithFile(ctx)
    const { stepId } = await requestStep(ctx, request)
    expect(await end(through(), stepId, { state: 'done', result: made })).not.toBeNull()
    expect(await end(through(), stepId, { state: 'failed', problem: broken })).toBeNull()
    const [step] = await listSteps(ctx.db, request.ingestionId)
    expect(step).toMatchObject({ state: 'done', charged: 1 })
    expect(await readBalance(ctx.db, request.ownerId)).toBe(9)
  }

  it('stays as it ended, and so does its credit', () => endsOnce(() => ctx))

  it('would end again without the state predicate, were it not for the ledger', async () => {
    await expect(endsOnce(withoutStatePredicate)).rejects.toThrow(/has ended by capture/)
  })
})

describe.each([
  {
    name: 'free corrections',
    free: () => ctx.config.limits.freeCorrectionsPerCapture,
    options: () => ({ corners }),
  },
  {
    name: 'other renderings',
    free: () => ctx.config.limits.renderingsPerCapture,
    options: (render_of: string) => ({ render_of, filter: 'gray' }),
  },
])('$name', ({ free, options }) => {
  /** Makes two more requests than are free, all of which read before any of them writes. */
  async function areCounted(through: () => Context): Promise<void> {
    const request = await guestWithFile(ctx)
    const { stepId } = await requestStep(ctx, request)
    await end(ctx, stepId, { state: 'done', result: made })
    const count = free() + 2
    await using barrier = await connect(parts.database().urls.admin)
    await barrier.query('begin; lock table gateway.steps in share mode')
    const asked = Promise.all(
      Array.from({ length: count }, () => requestStep(through(), { ...request, options: options(stepId) })),
    )
    // On a new connection each time: within a transaction Postgres caches the activity statistics.
    const waiting = async () => (await rows({ database: parts.database() }, waitingBackends)).length
    await expect.poll(waiting, { timeout: 20_000 }).toBe(count)
    await barrier.query('rollback')
    await asked
    const later = (await listSteps(ctx.db, request.ingestionId)).slice(1)
    expect(later.filter(({ cost }) => cost === 0)).toHaveLength(free())
  }

  it('are as many as promised when they are asked for at once', () => areCounted(() => ctx))

  it('would be more without the lock of the file', async () => {
    await expect(areCounted(withoutRowLocks)).rejects.toThrow(/to have a length of/)
  })
})

describe('a request with a key', () => {
  async function happensOnce(): Promise<void> {
    const request = { ...(await guestWithFile(ctx)), idempotencyKey: 'k' }
    const accepted = await Promise.all(Array.from({ length: 4 }, () => requestStep(ctx, request)))
    expect(new Set(accepted.map(({ stepId }) => stepId)).size).toBe(1)
    expect(await readBalance(ctx.db, request.ownerId)).toBe(9)
  }

  it('happens once when it comes four times at once', happensOnce)

  it('would happen each time without the key’s uniqueness', async () => {
    await using admin = await connect(parts.database().urls.admin)
    await admin.query('alter table gateway.idempotency drop constraint idempotency_pkey')
    await expect(happensOnce()).rejects.toThrow(/expected 4 to be 1/)
  })
})

describe('the daily number of a network', () => {
  const guest = (id: string) => ({ principal: { kind: 'guest', id }, idempotencyKey: undefined }) as const
  const most = () => ctx.config.limits.guestWalletsPerNetworkPerDay

  /** Credits of guests who arrive at once and then all request the top-up at once. */
  async function given(addresses: readonly (string | undefined)[]): Promise<number[]> {
    const guests = await Promise.all(addresses.map((address) => welcomeGuest(ctx, address)))
    const ids = guests.map(({ identity }) => identity.principal.id)
    const topUps = ids.map((principalId, i) =>
      takeFreeCredits(ctx, { ...guest(principalId), amount: 5, address: addresses[i] }),
    )
    for (const { reason } of (await Promise.allSettled(topUps)).filter((one) => one.status === 'rejected'))
      expect(reason).toMatchObject({ code: 'free_credits_exhausted' })
    return Promise.all(ids.map((id) => readBalance(ctx.db, id)))
  }
  const times = (count: number, address: (index: number) => string | undefined) =>
    Array.from({ length: count }, (_, i) => address(i))
  const sum = (credits: readonly number[]) => credits.reduce((all, one) => all + one, 0)

  it('holds for welcomes and top-ups together when 50 guests come at once', async () => {
    const credits = await given(times(50, (i) => `203.0.113.${i}`))
    expect(credits.filter((balance) => balance === 15)).toHaveLength(most())
    expect(sum(credits)).toBe(15 * most())
  })

  it('holds for all unreadable addresses together, and for one address however it is written', async () => {
    const nowhere = ['unknown', '', undefined, '_gateway', '1.2.3', '999.1.1.1']
    expect(sum(await given(times(30, (i) => nowhere[i % nowhere.length])))).toBe(15 * most())
    const same = ['198.51.100.7', '198.51.100.7:4711', '::ffff:198.51.100.7', '[::ffff:c633:6407]:80']
    expect(sum(await given(times(30, (i) => same[i % same.length])))).toBe(15 * most())
  })

  it('grows with an IPv6 network, but more slowly', async () => {
    const subnets = (count: number, prefix: (i: string) => string) =>
      given(times(count, (i) => `${prefix(i.toString(16))}::1`))
    expect(sum(await subnets(25, () => '2001:db8:1:1'))).toBe(15 * most())
    expect(sum(await subnets(2 * most() + 5, (i) => `2001:db8:3:a${i.padStart(2, '0')}`))).toBe(
      15 * 2 * most(),
    )
    expect(sum(await subnets(4 * most() + 5, (i) => `2001:db8:4:${i}00`))).toBe(15 * 4 * most())
  })

  it('counts the top-up of an account, and forgets it after a day', async () => {
    const address = '192.0.2.1'
    await given(times(most() - 1, () => address))
    const topUp = (principalId: string) => takeFreeCredits(ctx, { ...guest(principalId), amount: 5, address })
    expect((await topUp(randomUUID())).answer).toEqual({ credits: 5, added: 5 })
    await expect(topUp(randomUUID())).rejects.toMatchObject({ code: 'free_credits_exhausted' })
    const yesterday = new Date(Date.now() - 24 * 3_600_000)
    await ctx.db.updateTable('gifts').set({ given_at: yesterday }).execute()
    expect((await topUp(randomUUID())).answer).toEqual({ credits: 5, added: 5 })
  })
})

describe('a step that the queue has lost', () => {
  it('is dispatched again by only one of two relays that find it at once', async () => {
    const { stepId } = await requestStep(ctx, await guestWithFile(ctx))
    const step = (await findStep(ctx.db, stepId))!
    const before = new Date(Date.now() + 1_000)
    const relays = [1, 2].map(() => reclaim(ctx.db, step, { before, attempts: step.attempts + 1 }))
    const taken = (await Promise.all(relays)).filter((again) => again !== null)
    expect(taken).toHaveLength(1)
    expect(taken[0]!.attemptToken).not.toBe(step.attemptToken)
  })
})
