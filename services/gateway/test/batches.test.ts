import { addressPurpose } from '@equerre/contract/courier'
import { WebhookEvent } from '@equerre/contract/events'
import { connect } from '@equerre/local/servers/databases'
import fc from 'fast-check'
import JSZip from 'jszip'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Context } from '../src/context.ts'
import type { Uploader } from '../src/flow/accept-upload.ts'
import { cancelBatch } from '../src/flow/cancel-batch.ts'
import { eraseIngestion } from '../src/flow/erase-ingestion.ts'
import { eachPage, ownBatch, readBatch, readItems } from '../src/flow/read-batch.ts'
import { eraseOwner } from '../src/flow/erase-owner.ts'
import { goOn } from '../src/flow/go-on.ts'
import { relayBatches } from '../src/flow/relay-batches.ts'
import { sweep } from '../src/flow/sweep.ts'
import { takeTurns } from '../src/flow/take-turns.ts'
import { zipBatch } from '../src/flow/zip-batch.ts'
import { endItem } from '../src/store/batch-items.ts'
import { readBalance } from '../src/store/wallet.ts'
import { findStep } from '../src/store/steps.ts'
import {
  addresses,
  buy,
  customer,
  failure,
  finish,
  nothing,
  page,
  start,
  underWay,
} from './support/batches.ts'
import { addEndpoint, takeJobs } from './support/deliveries.ts'
import { useGatewayParts } from './support/gateway-parts.ts'
import { insertReadyFile } from './support/ready-file.ts'

/** Turns, credits and ends of batches, without workers, so that nothing depends on their speed. */

const window = 4
const parts = useGatewayParts({ BATCH_IN_FLIGHT_MAX: String(window) })
let ctx: Context
let caller: Uploader
let owner: { id: string; test: boolean }
beforeEach(async () => {
  ctx = parts.ctx()
  caller = await customer(parts.database(), 50)
  owner = { id: caller.principal.id, test: false }
})

const look = (id: string) => readBatch(ctx, { id, owner })
const items = (id: string) => readItems(ctx, id, { from: 0, limit: 100, signSeconds: undefined })
const balance = () => readBalance(ctx.db, owner.id)
const held = async () =>
  (
    await sql<{
      held: number
    }>`select count(*)::int as held from steps where owner_id = ${owner.id} and cost = 1
      and state in ('waiting', 'dispatched')`.execute(ctx.db)
  ).rows[0]!.held

/** Ends every item as `how` says, until the batch has ended. */
async function run(id: string, how: (index: number) => Parameters<typeof finish>[2] = () => page) {
  for (let index = 0; (await look(id)).ended_at === null;) {
    const [step] = await underWay(ctx, owner.id)
    if (!step) await relayBatches(ctx)
    else await finish(ctx, step, how(index++))
  }
  return look(id)
}

describe('an item of a batch', () => {
  it('becomes a step only when its turn comes, and holds no credit before', async () => {
    const batch = await start(ctx, caller, { items: addresses(10) })
    expect(batch.items).toMatchObject({ total: 10, waiting: 6, running: window })
    expect(await held()).toBe(window)
    const [first] = await underWay(ctx, owner.id)
    await finish(ctx, first!)
    expect((await look(batch.id)).items).toMatchObject({ waiting: 5, running: window, done: 1 })
    expect(await held()).toBe(window)
  })

  it('that fails harms none, and one on which nothing was found costs nothing', async () => {
    const batch = await start(ctx, caller, { items: addresses(7) })
    const ends = [page, failure, nothing, page, failure, page, nothing]
    expect(await run(batch.id, (index) => ends[index])).toMatchObject({
      state: 'finished',
      items: { total: 7, done: 5, failed: 2 },
      credits_charged: 3,
    })
    expect(await balance()).toBe(47)
    expect(
      (await items(batch.id)).map(({ state, status, code, credits_charged: c }) => [
        state,
        status ?? code,
        c,
      ]),
    ).toEqual([
      ['done', 'OK', 1],
      ['failed', 'unreadable_file', 0],
      ['done', 'NOT_FOUND', 0],
      ['done', 'OK', 1],
      ['failed', 'unreadable_file', 0],
      ['done', 'OK', 1],
      ['done', 'NOT_FOUND', 0],
    ])
  })

  it('may be a file that was uploaded before, and fails alone if it is unknown or somebody else’s', async () => {
    const file = await insertReadyFile(ctx, owner)
    const theirs = await insertReadyFile(ctx, { id: randomUUID(), test: false })
    const named = [file, theirs, randomUUID()].map((ingestion_id) => ({ ingestion_id }))
    const batch = await start(ctx, caller, { items: [...named, { ingestion_id: file, page: 3 }] })
    expect((await run(batch.id)).items).toMatchObject({ done: 1, failed: 3 })
    const found = await items(batch.id)
    expect(found.map(({ code }) => code)).toEqual([null, 'not_found', 'not_found', 'invalid_request'])
    expect(found[0]!.result).toMatchObject({ ingestion_id: file, page: 1, status: 'OK' })
  })

  it('keeps its address and its password sealed, and only until its turn', async () => {
    const url = 'https://exemple.test/secret.pdf?token=abc'
    const secret = { url, password: 'ouvre-toi', reference: 'A-1' }
    const batch = await start(ctx, caller, { items: [...addresses(window), secret] })
    const row = () =>
      ctx.db
        .selectFrom('batch_items')
        .selectAll()
        .where('batch_id', '=', batch.id)
        .where('index', '=', window)
        .executeTakeFirstOrThrow()
    const waiting = await row()
    expect(JSON.stringify(waiting)).not.toMatch(/token=abc|ouvre-toi/)
    expect(ctx.addressRing.open(waiting.sealed_address!, addressPurpose(waiting.ingestion_id))).toBe(url)
    await finish(ctx, (await underWay(ctx, owner.id))[0]!)
    expect(await row()).toMatchObject({ state: 'running', sealed_address: null, sealed_password: null })
  })
})

describe('credits', () => {
  it('are exact when they run out in the middle, whatever becomes of each item', async () => {
    const ending = fc.constantFrom(page, failure, nothing)
    const run = fc.record({
      credits: fc.integer({ min: 0, max: 12 }),
      ends: fc.array(ending, { minLength: 1, maxLength: 20 }),
    })
    await fc.assert(
      fc.asyncProperty(run, async ({ credits, ends }) => {
        const poor = await customer(parts.database(), Math.max(1, credits))
        const { id: ownerId } = poor.principal
        const batch = await start(ctx, poor, { items: addresses(ends.length) })
        for (let turn = 0; ; turn++) {
          const [step] = await underWay(ctx, ownerId)
          if (!step) break
          await finish(ctx, step, ends[turn % ends.length])
        }
        const after = await readBatch(ctx, { id: batch.id, owner: { id: ownerId, test: false } })
        const { done, failed, total } = after.items
        expect([done + failed, after.state]).toEqual([total, 'finished'])
        expect(after.credits_charged).toBe(Math.max(1, credits) - (await readBalance(ctx.db, ownerId)))
        const found = await readItems(ctx, batch.id, { from: 0, limit: 100, signSeconds: undefined })
        expect(found.filter(({ status }) => status === 'OK').length).toBe(after.credits_charged)
        const turnedAway = found.filter(({ code }) => code === 'credits_exhausted').length
        expect(done + turnedAway + found.filter(({ code }) => code === 'unreadable_file').length).toBe(total)
      }),
      { numRuns: 8 },
    )
  })

  it('are all spent on pages before an item fails for want of one, and keep nobody waiting who needs none', async () => {
    const poor = await customer(parts.database(), 5)
    const { id } = poor.principal
    const batch = await start(ctx, poor, { items: addresses(12) })
    const ends = [nothing, page, failure, nothing, page, page, nothing]
    let tests = 0
    for (let turn = 0, step; (step = (await underWay(ctx, id))[0]);) {
      // Once the first ones wait for a credit, what needs none goes on beside them.
      if (turn === 7)
        tests = (await start(ctx, { ...poor, test: true }, { items: addresses(1) })).items.running
      await finish(ctx, step, step.cost === 0 ? page : (ends[turn++] ?? page))
    }
    const after = await readBatch(ctx, { id: batch.id, owner: { id, test: false } })
    expect([after.credits_charged, await readBalance(ctx.db, id), tests]).toEqual([5, 0, 1])
    expect(after.items).toMatchObject({ done: 8, failed: 4 })
    const codes = (await readItems(ctx, batch.id, { from: 0, limit: 100, signSeconds: undefined })).map(
      ({ code }) => code,
    )
    expect(codes.slice(-3)).toEqual(Array.from({ length: 3 }, () => 'credits_exhausted'))
  })

  it('bought midway help the rest', async () => {
    const poor = await customer(parts.database(), 6)
    const { id } = poor.principal
    const batch = await start(ctx, poor, { items: addresses(9) })
    for (let ended = 0; ended < 2; ended++) await finish(ctx, (await underWay(ctx, id))[0]!)
    await buy(parts.database(), id, 2)
    for (const left of await underWay(ctx, id)) await finish(ctx, left)
    for (const left of await underWay(ctx, id)) await finish(ctx, left)
    const after = await readBatch(ctx, { id: batch.id, owner: { id, test: false } })
    expect([after.credits_charged, after.items, await readBalance(ctx.db, id)]).toMatchObject([
      8,
      { done: 8, failed: 1 },
      0,
    ])
  })

  it('are not held for a test key', async () => {
    const tester = { ...caller, test: true }
    const batch = await start(ctx, tester, { items: addresses(2) })
    const [first, second] = await underWay(ctx, owner.id)
    expect([first!.cost, (first!.input as { watermark?: true }).watermark]).toEqual([0, true])
    for (const step of [first!, second!]) await finish(ctx, step)
    const after = await readBatch(ctx, { id: batch.id, owner: { ...owner, test: true } })
    expect([after.state, after.credits_charged, await balance()]).toEqual(['finished', 0, 50])
    await expect(look(batch.id)).rejects.toThrow('not_found')
  })

  it('count towards the cap of their key', async () => {
    const key = await addKey(2)
    const batch = await start(ctx, { ...caller, key }, { items: addresses(3) })
    // One of the two may turn out to cost nothing.
    expect(batch.items).toMatchObject({ running: 2, waiting: 1 })
    await run(batch.id)
    expect((await items(batch.id)).map(({ code }) => code)).toEqual([null, null, 'key_cap_reached'])
  })
})

describe('a key that began a batch', () => {
  it('spends nothing more of it once it is revoked', async () => {
    const key = await addKey(null)
    const batch = await start(ctx, { ...caller, key }, { items: addresses(window + 2) })
    await change(`update auth.named_keys set revoked_at = now() where id = $1`, key.id)
    for (const step of await underWay(ctx, owner.id)) await finish(ctx, step)
    const { items: counts, credits_charged: charged, ended_at: ended } = await look(batch.id)
    expect([counts.done, counts.failed, charged, ended === null]).toEqual([window, 2, window, false])
    expect((await items(batch.id)).at(-1)).toMatchObject({ code: 'key_revoked' })
  })

  it('spends no more of it than it may by now', async () => {
    const key = await addKey(null)
    const batch = await start(ctx, { ...caller, key }, { items: addresses(window + 2) })
    await change(`update auth.named_keys set credits_per_month = 1 where id = $1`, key.id)
    for (const step of await underWay(ctx, owner.id)) await finish(ctx, step)
    expect((await look(batch.id)).items).toMatchObject({ done: window, failed: 2 })
    expect((await items(batch.id)).at(-1)).toMatchObject({ code: 'key_cap_reached' })
  })

  async function change(statement: string, id: string): Promise<void> {
    await using admin = await connect(parts.database().urls.admin)
    await admin.query(statement, [id])
  }
})

/** A named key of the caller's. */
async function addKey(creditsPerMonth: number | null) {
  const id = randomUUID()
  await using admin = await connect(parts.database().urls.admin)
  await admin.query(
    `insert into auth.named_keys (id, user_id, name, scopes, credits_per_month, hmac, ending)
     values ($1, $2, 'lot', array['straighten'], $3, sha256($4::bytea), 'abcd')`,
    [id, owner.id, creditsPerMonth, id],
  )
  return { id, creditsPerMonth }
}

describe('turns', () => {
  it('go to the batch with the fewest items under way', async () => {
    const first = await start(ctx, caller, { items: addresses(6) })
    const second = await start(ctx, caller, { items: addresses(6) })
    for (const step of (await underWay(ctx, owner.id)).slice(0, 2)) await finish(ctx, step)
    expect((await look(first.id)).items).toMatchObject({ running: 2, waiting: 2, done: 2 })
    expect((await look(second.id)).items).toMatchObject({ running: 2 })
  })

  it('are kept within the window by concurrent calls', async () => {
    await start(ctx, caller, { items: addresses(12) })
    const again = { ...ctx, turns: (_: string, work: () => Promise<void>) => work() }
    await Promise.all(Array.from({ length: 6 }, () => takeTurns(again, owner.id)))
    expect((await underWay(ctx, owner.id)).length).toBe(window)
  })

  it('that were lost are found by the relay, as are ends that another release has not written down', async () => {
    const batch = await start(ctx, caller, { items: addresses(1) })
    const [step] = await underWay(ctx, owner.id)
    await sql`update steps set state = 'cancelled', finished_at = now() where id = ${step!.id}`.execute(
      ctx.db,
    )
    await relayBatches(ctx)
    expect(await look(batch.id)).toMatchObject({ state: 'finished', items: { cancelled: 1 } })
  })

  it('keep no report of a worker waiting', async () => {
    await start(ctx, caller, { items: addresses(1) })
    const [step] = await underWay(ctx, owner.id)
    const asked: string[] = []
    const turns: Context['turns'] = (subject, work) => {
      if (!subject.startsWith('batches ')) return work()
      asked.push(subject)
      return new Promise(() => {})
    }
    await goOn({ ...ctx, turns }, step!)
    expect(asked).toEqual([`batches ${owner.id}`])
  })

  it('take nothing from the windows of single calls', async () => {
    await start(ctx, caller, { items: addresses(window) })
    const lanes = (await underWay(ctx, owner.id)).map(({ lane }) => lane)
    expect(new Set(lanes)).toEqual(new Set(['vision-bulk']))
    expect(await ctx.cachedReads.openOf(owner.id)).toEqual({ waiting: 0, inFlight: 0 })
  })
})

describe('a batch', () => {
  it('is one of ten open ones, also of concurrent calls, and makes room when it ends', async () => {
    const settled = await Promise.allSettled(
      Array.from({ length: 13 }, () => start(ctx, caller, { items: addresses(1) })),
    )
    const refused = settled.filter((one) => one.status === 'rejected')
    expect(refused.map(({ reason }) => [reason.code, reason.facts.sentence])).toEqual(
      Array.from({ length: 3 }, () => ['rate_limited', 'batches_open']),
    )
    const open = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []))
    // Those of which nothing is under way end at once.
    for (const id of open) await cancelBatch(ctx, { id, owner })
    await expect(start(ctx, caller, { items: addresses(1) })).resolves.toMatchObject({ state: 'running' })
  })

  it('is accepted once for one key', async () => {
    const once = { ...caller, idempotencyKey: randomUUID() }
    const first = await start(ctx, once, { items: addresses(1, { password: 'a' }) })
    expect((await start(ctx, once, { items: addresses(1, { password: 'b' }) })).id).toBe(first.id)
    await expect(start(ctx, once, { items: addresses(2) })).rejects.toThrow('idempotency_mismatch')
  })

  it('that is cancelled begins nothing more; what is under way ends as it would', async () => {
    const files = await Promise.all(Array.from({ length: 6 }, () => insertReadyFile(ctx, owner)))
    const batch = await start(ctx, caller, { items: files.map((ingestion_id) => ({ ingestion_id })) })
    // As a worker does that has taken a job.
    const [begun] = await underWay(ctx, owner.id)
    await ctx.redis.set(`${ctx.queues[begun!.lane].toKey(begun!.id)}:lock`, 'worker')
    const cancelled = await cancelBatch(ctx, { id: batch.id, owner })
    expect(cancelled).toMatchObject({
      state: 'cancelled',
      ended_at: null,
      items: { cancelled: 5, running: 1 },
    })
    expect([begun!.state, await held()]).toEqual(['dispatched', 1])
    expect(await cancelBatch(ctx, { id: batch.id, owner })).toEqual(cancelled)
    expect(await run(batch.id)).toMatchObject({
      state: 'cancelled',
      items: { done: 1, cancelled: 5 },
      credits_charged: 1,
    })
  })

  it('that is cancelled while no worker runs ends at once, and holds no credit', async () => {
    const file = await insertReadyFile(ctx, owner)
    const items = [...addresses(2), { ingestion_id: file }, { ingestion_id: file, page: 2 }]
    const batch = await start(ctx, caller, { items, options: { text: true } })
    expect(await held()).toBe(window)
    const cancelled = await cancelBatch(ctx, { id: batch.id, owner })
    expect(cancelled).toMatchObject({ state: 'cancelled', items: { cancelled: window } })
    expect([cancelled.ended_at, await held(), await balance()]).toEqual([expect.any(String), 0, 50])
  })

  it('gives up what has had no turn in its time', async () => {
    const batch = await start(ctx, caller, { items: addresses(5) })
    await sql`update batches set ends_by = now() where id = ${batch.id}`.execute(ctx.db)
    await relayBatches(ctx)
    expect((await items(batch.id)).at(-1)).toMatchObject({ state: 'failed', code: 'batch_over' })
    expect(await run(batch.id)).toMatchObject({ state: 'finished', items: { done: 4, failed: 1 } })
  })

  it('gives its results page by page, and is forgotten with its files', async () => {
    const batch = await start(ctx, caller, { items: addresses(3, { reference: 'r' }) })
    await run(batch.id)
    const pages: number[][] = []
    for await (const some of eachPage(ctx, batch.id)) pages.push(some.map(({ index }) => index))
    expect(pages).toEqual([[0, 1, 2]])
    const signed = await readItems(ctx, batch.id, { from: 1, limit: 1, signSeconds: 60 })
    expect(
      signed.map(({ index, result }) => [index, /signature=/.test(result!.artifacts.warped_path!)]),
    ).toEqual([[1, true]])
    await sql`update batches set ended_at = now() - interval '25 hours'`.execute(ctx.db)
    await sweep(ctx, new AbortController().signal)
    await expect(look(batch.id)).rejects.toThrow('not_found')
  })

  it('is packed a few times at once, and leaves out what was erased meanwhile', async () => {
    const { id } = await start(ctx, caller, { items: addresses(2) })
    await run(id)
    const batch = await ownBatch(ctx, { id, owner })
    const zips = await Promise.all(Array.from({ length: 4 }, () => zipBatch(ctx, batch)))
    await expect(zipBatch(ctx, batch)).rejects.toThrow('downloads_at_once')
    await Promise.all(zips.map((zip) => once(zip.destroy(), 'close')))
    // Without a worker no page was stored.
    const { files } = await JSZip.loadAsync(await buffer(await zipBatch(ctx, batch)))
    expect(Object.keys(files)).toEqual([])
  })

  it.each([
    ['batch_by_guest', { kind: 'guest' as const }, {}],
    ['batch_without_groups', {}, { assembly: {} }],
    ['dpi_out_of_bounds', {}, { options: { dpi: 1 } }],
  ])('is refused: %s', async (sentence, by, more) => {
    const asking = { ...caller, principal: { ...caller.principal, ...by } }
    await expect(start(ctx, asking, { items: addresses(1), ...more })).rejects.toThrow(sentence)
  })

  it('has at most as many items as the operator says', async () => {
    await expect(start(ctx, caller, { items: addresses(1_001) })).rejects.toThrow('batch_too_many_items')
  })
})

describe('what is told of a batch', () => {
  const callback_url = 'https://receiver.test/batch'

  it('is told once, when the last of its items have ended at once, to endpoints and to its own address', async () => {
    await addEndpoint(ctx, owner.id, { events: ['batch.finished', 'batch.failed'] as never[] })
    const batch = await start(ctx, caller, { items: addresses(window), callback_url })
    await Promise.all((await underWay(ctx, owner.id)).map((step) => finish(ctx, step)))
    const events = (await takeJobs(ctx)).map(({ body }) => WebhookEvent.parse(JSON.parse(body)))
    const data = {
      batch_id: batch.id,
      batch_path: `/api/v1/detourage/batches/${batch.id}`,
      state: 'finished',
      items: { total: window, waiting: 0, running: 0, done: window, failed: 0, cancelled: 0 },
      credits_charged: window,
      test: false,
    }
    expect(events).toMatchObject([
      { type: 'batch.finished', data },
      { type: 'batch.finished', data },
    ])
  })

  it.each([
    ['not one page was made', async () => {}, 'finished'],
    ['it was cancelled', (id: string) => cancelBatch(ctx, { id, owner }), 'cancelled'],
  ])('is that it failed where %s', async (_, before, state) => {
    const { id } = await start(ctx, caller, { items: addresses(2), callback_url })
    await before(id)
    for (const step of await underWay(ctx, owner.id)) await finish(ctx, step, nothing)
    const [{ body } = { body: '' }, ...others] = await takeJobs(ctx)
    expect([JSON.parse(body), others]).toMatchObject([{ type: 'batch.failed', data: { state } }, []])
  })
})

it('nothing is left of the batches of somebody whose account is gone, and nothing more begins', async () => {
  const { id } = await start(ctx, caller, { items: addresses(window + 2) })
  await using admin = await connect(parts.database().urls.admin)
  await admin.query('insert into auth.erasures (user_id) values ($1)', [owner.id])
  await admin.query('delete from auth.users where id = $1', [owner.id])
  await eraseOwner(ctx, owner.id)
  await relayBatches(ctx)
  await expect(look(id)).rejects.toThrow('not_found')
  expect(await underWay(ctx, owner.id)).toEqual([])
})

it('an account’s batches are erased while an item ends, without either waiting for the other', async () => {
  const { id } = await start(ctx, caller, { items: addresses(1) })
  await using admin = await connect(parts.database().urls.admin)
  await admin.query('insert into auth.erasures (user_id) values ($1)', [owner.id])
  const [step] = await underWay(ctx, owner.id)
  const erased = await ctx.db.transaction().execute(async (tx) => {
    expect(await endItem(tx, step!.id, { state: 'cancelled' })).toBe(id)
    const erasing = eraseOwner(ctx, owner.id)
    const isWaiting = async () => {
      const { rows } = await admin.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length > 0
    }
    await vi.waitUntil(isWaiting, { timeout: 8_000 })
    // Nobody waits for this one while he holds the batch.
    await sql`select from batches where id = ${id} for update nowait`.execute(tx)
    return { erasing }
  })
  await erased.erasing
  await expect(look(id)).rejects.toThrow('not_found')
})

/** Lets Postgres abort so many writes of steps of a kind, as it does of one of two that wait for each other. */
async function abort(kind: string, times: number) {
  await using admin = await connect(parts.database().urls.admin)
  await admin.query(`create sequence public.aborted; grant usage on sequence public.aborted to public;
    create function public.abort() returns trigger language plpgsql as $$ begin
      if new.kind = '${kind}' and nextval('public.aborted') <= ${times} then raise exception 'deadlock' using errcode = '40P01'; end if;
      return new; end $$;
    create trigger abort before insert on gateway.steps for each row execute function public.abort()`)
}

it('an item whose transaction Postgres aborts has its turn again', async () => {
  await abort('rectify', 2)
  expect((await start(ctx, caller, { items: addresses(1) })).items).toMatchObject({ running: 1 })
})

describe('a group', () => {
  it('is not failed because Postgres aborts its transaction again and again', async () => {
    await abort('assemble', 3)
    const batch = await start(ctx, caller, { items: addresses(1, { group: 'A' }), assembly })
    await finish(ctx, (await underWay(ctx, owner.id))[0]!)
    await relayBatches(ctx)
    expect((await look(batch.id)).assemblies).toMatchObject([{ state: 'running' }])
  })

  const assembly = { text: false }

  it('becomes one PDF of its pages, in their order, once all of its items have ended', async () => {
    const of = (group: string, count: number) => addresses(count, { group })
    const batch = await start(ctx, caller, { items: [...of('A', 3), ...of('B', 1)], assembly })
    const ends = [page, failure, page, nothing]
    for (const how of ends) await finish(ctx, (await underWay(ctx, owner.id))[0]!, how)
    const after = await look(batch.id)
    expect(after.assemblies).toMatchObject([
      { group: 'A', state: 'running', code: null },
      { group: 'B', state: 'failed', job_id: null, code: 'nothing_found' },
    ])
    const step = (await findStep(ctx.db, after.assemblies[0]!.job_id!))!
    const asked = step.input as { title: string; pages: { rectifyId: string }[] }
    const found = await items(batch.id)
    expect([step.lane, asked.title]).toEqual(['vision-bulk-side', 'A'])
    expect(asked.pages.map(({ rectifyId }) => rectifyId)).toEqual([found[0]!.job_id, found[2]!.job_id])
    expect(after.ended_at).toBeNull()
    await finish(ctx, step, failure)
    expect(await look(batch.id)).toMatchObject({ state: 'finished', assemblies: [{ state: 'failed' }, {}] })
  })

  it('leaves out pages that were deleted or have expired meanwhile', async () => {
    const of = (group: string, count: number) => addresses(count, { group })
    const batch = await start(ctx, caller, { items: [...of('A', 3), ...of('B', 1)], assembly })
    const steps = await underWay(ctx, owner.id)
    for (const step of steps.slice(0, 2)) await finish(ctx, step)
    await eraseIngestion(ctx, steps[0]!.ingestionId, owner)
    const expired = [steps[1]!, steps[3]!].map(({ ingestionId }) => ingestionId)
    await sql`update ingestions set expires_at = now() where id = any(${expired})`.execute(ctx.db)
    for (const step of steps.slice(2)) await finish(ctx, step)
    const [first, second] = (await look(batch.id)).assemblies
    expect([first!.state, second]).toMatchObject(['running', { state: 'failed', code: 'nothing_found' }])
    const { input } = (await findStep(ctx.db, first!.job_id!)) as { input: object }
    expect(input).toMatchObject({ pages: [{ rectifyId: steps[2]!.id }] })
  })

  it('may wait, as may what reads its pages, until its batch should have ended, and never a day more', async () => {
    const items = addresses(1, { group: 'A' })
    const options = { text: true }
    const batch = await start(ctx, caller, { items, assembly: { text: true }, options })
    const [rectify] = await underWay(ctx, owner.id)
    await sql`update steps set created_at = created_at - interval '1 hour'`.execute(ctx.db)
    await finish(ctx, rectify!)
    const [read] = await underWay(ctx, owner.id, 'read')
    const endsBy = Date.parse(batch.ends_by)
    const beyondMs = (step: { deadlineAt: Date }) => step.deadlineAt.getTime() - endsBy
    const { stepSecondsMax, assemblySecondsMax } = ctx.config.limits
    const longest = stepSecondsMax * 1_000 + 60_000
    expect([beyondMs(read!) >= 0, beyondMs(read!) <= longest]).toEqual([true, true])
    await finish(ctx, read!, failure)
    const [again] = await underWay(ctx, owner.id, 'read')
    const [assembly] = await underWay(ctx, owner.id, 'assemble')
    expect(beyondMs(again!)).toBeGreaterThanOrEqual(0)
    expect(beyondMs(assembly!)).toBeGreaterThan(beyondMs(again!))
    expect(beyondMs(assembly!)).toBeLessThanOrEqual(assemblySecondsMax * 1_000 + 60_000)
  })

  it('whose step another release has ended, or erased, is found by the relay', async () => {
    const items = ['A', 'B'].flatMap((group) => addresses(1, { group }))
    const batch = await start(ctx, caller, { items, assembly })
    for (const step of await underWay(ctx, owner.id)) await finish(ctx, step)
    const [ended, gone] = await underWay(ctx, owner.id, 'assemble')
    await sql`update steps set state = 'cancelled', finished_at = now() where id = ${ended!.id}`.execute(
      ctx.db,
    )
    await sql`delete from ingestions where id = ${gone!.ingestionId}`.execute(ctx.db)
    await relayBatches(ctx)
    expect(await look(batch.id)).toMatchObject({
      state: 'finished',
      ended_at: expect.any(String),
      assemblies: [{ state: 'cancelled' }, { state: 'cancelled' }],
    })
  })
})
