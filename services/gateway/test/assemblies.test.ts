import { AssemblyRequest } from '@equerre/contract/assemblies'
import { Problem } from '@equerre/contract/problems'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Context } from '../src/context.ts'
import { stepAnswer } from '../src/core/answer.ts'
import type { Step } from '../src/core/step.ts'
import { dispatch } from '../src/flow/dispatch.ts'
import { eraseIngestion } from '../src/flow/erase-ingestion.ts'
import { listIngestions } from '../src/flow/read-ingestions.ts'
import { requestAssembly, type AssemblyCall } from '../src/flow/request-assembly.ts'
import { requestStep } from '../src/flow/request-step.ts'
import { sweep } from '../src/flow/sweep.ts'
import { welcomeGuest } from '../src/flow/welcome-guest.ts'
import { findIngestion } from '../src/store/ingestions.ts'
import { findStep, listSteps } from '../src/store/steps.ts'
import { readBalance } from '../src/store/wallet.ts'
import { useGatewayParts } from './support/gateway-parts.ts'
import { rows } from './support/observe.ts'
import { end, guestWithFile, insertReadyFile, made } from './support/ready-file.ts'

/** What an assembly is made of and what becomes of it, without a worker. */

const parts = useGatewayParts()
let ctx: Context
beforeEach(() => {
  ctx = parts.ctx()
})

const standing = { tier: 'guest', networks: ['unknown'] } as const
const change = (sql: string, values: unknown[] = []) => rows({ database: parts.database() }, sql, values)

async function guest() {
  const { identity } = await welcomeGuest(ctx, undefined)
  return { principal: identity.principal }
}
type Guest = Awaited<ReturnType<typeof guest>>

/** A page that was made, of a file of its own. */
async function finishedPage({ principal }: Guest, options: object = {}) {
  const ingestionId = await insertReadyFile(ctx, { id: principal.id, test: false })
  const asked = { ingestionId, page: 1, options: JSON.stringify(options), idempotencyKey: undefined }
  const request = { kind: 'rectify' as const, ownerId: principal.id, standing, requestId: 'r', test: false }
  const { stepId } = await requestStep(ctx, { ...request, ...asked })
  await end(ctx, stepId, { state: 'done', result: made })
  return { rectify_id: stepId, ingestionId }
}

function ask({ principal }: Guest, pages: object[], wanted: object = {}) {
  const { key, ...fields } = { key: undefined as string | undefined, ...wanted }
  const call: AssemblyCall = {
    principal,
    test: false,
    standing,
    asked: AssemblyRequest.parse({ pages, ...fields }),
    idempotencyKey: key,
    requestId: 'request',
  }
  return requestAssembly(ctx, call)
}

const verdict = (asked: Promise<unknown>) =>
  asked.then(
    () => 'accepted',
    (error: unknown) => {
      if (error instanceof Problem) return error.facts
      throw error
    },
  )
const readsOf = async (ingestionId: string) =>
  (await listSteps(ctx.db, ingestionId)).filter(({ kind }) => kind === 'read')
const stateOf = async (id: string) => (await findStep(ctx.db, id))?.state
const result = { pages: 1, pagesWithText: 0, bytes: 1_000, maxBytesMet: null, reduced: null }

describe('an assembly', () => {
  it('costs nothing, is no uploaded file, and is the same for the same key', async () => {
    const who = await guest()
    const { rectify_id } = await finishedPage(who)
    const balance = await readBalance(ctx.db, who.principal.id)
    const first = await ask(who, [{ rectify_id }], { key: 'une' })
    expect(await ask(who, [{ rectify_id }], { key: 'une' })).toEqual({ stepId: first.stepId, replayed: true })
    expect(await verdict(ask(who, [{ rectify_id, turn: 90 }], { key: 'une' }))).toMatchObject({
      sentence: 'idempotency_mismatch',
    })
    await end(ctx, first.stepId, { state: 'done', result })
    expect(await findStep(ctx.db, first.stepId)).toMatchObject({ cost: 0, charged: null, state: 'done' })
    expect(await readBalance(ctx.db, who.principal.id)).toBe(balance)
    const { ingestions } = await listIngestions(ctx, { id: who.principal.id, test: false }, { limit: 100 })
    expect(ingestions.map(({ id }) => id)).not.toContain(first.stepId)
  })

  it('waits for its pages to be read, each once, and goes on if that fails', async () => {
    const who = await guest()
    const [one, other] = [await finishedPage(who), await finishedPage(who, { format: 'pdf' })]
    const { stepId } = await ask(
      who,
      [one, other, one].map(({ rectify_id }) => ({ rectify_id })),
    )
    const second = await ask(who, [{ rectify_id: one.rectify_id }])
    const [read, ...more] = await readsOf(one.ingestionId)
    const [searchable] = await readsOf(other.ingestionId)
    expect(more).toEqual([])
    expect(read).toMatchObject({
      input: { rectifyId: one.rectify_id, searchable: false, made: { format: 'png' } },
    })
    expect(searchable).toMatchObject({ input: { searchable: true } })
    const { input } = (await findStep(ctx.db, stepId)) as Step<'assemble'>
    expect(input.pages).toMatchObject([
      { readId: read!.id },
      { readId: searchable!.id },
      { readId: read!.id },
    ])
    expect([await stateOf(read!.id), await stateOf(stepId)]).toEqual(['dispatched', 'waiting'])
    await end(ctx, read!.id, { state: 'done', result: { words: 3 } })
    await end(ctx, searchable!.id, { state: 'failed', problem: { sentence: 'unavailable', params: {} } })
    expect((await findStep(ctx.db, one.rectify_id))!.text).toEqual({ readId: read!.id })
    await dispatch(ctx, { network: 'unknown' })
    expect([await stateOf(stepId), await stateOf(second.stepId)]).toEqual(['dispatched', 'dispatched'])
  })

  it('no longer has a page read that could not be read three times', async () => {
    const who = await guest()
    const one = await finishedPage(who)
    for (let time = 1; time <= 4; time++) {
      const { stepId } = await ask(who, [{ rectify_id: one.rectify_id }])
      const reads = (await readsOf(one.ingestionId)).filter(({ state }) => state !== 'failed')
      expect(reads).toHaveLength(time < 4 ? 1 : 0)
      for (const read of reads) {
        const [deadline, own] = [read, (await findStep(ctx.db, stepId))!].map((step) => step.deadlineAt)
        // In time for the assembly to go without its text.
        expect(deadline!.getTime()).toBeLessThan(own!.getTime() - 60_000)
        await end(ctx, read.id, { state: 'failed', problem: { sentence: 'unavailable', params: {} } })
      }
      await dispatch(ctx, { network: 'unknown' })
      await end(ctx, stepId, { state: 'done', result })
    }
  })

  it('reads nothing where no text is wanted, where it is known, or where a watermark would be read', async () => {
    const who = await guest()
    const plain = await finishedPage(who)
    await ask(who, [{ rectify_id: plain.rectify_id }], { text: false })
    expect(await readsOf(plain.ingestionId)).toEqual([])
    const known = await finishedPage(who, { text: true })
    const [read] = await readsOf(known.ingestionId)
    await end(ctx, read!.id, { state: 'done', result: { words: 3 } })
    const { stepId } = await ask(who, [{ rectify_id: known.rectify_id }])
    expect(await findStep(ctx.db, stepId)).toMatchObject({
      input: { reads: [], pages: [{ readId: read!.id }] },
    })
    expect(await readsOf(known.ingestionId)).toHaveLength(1)
  })

  it('reads the page of a PDF that is kept below a size, and leaves its file as it is', async () => {
    const who = await guest()
    const { rectify_id, ingestionId } = await finishedPage(who, { format: 'pdf', max_bytes: 5_000 })
    await ask(who, [{ rectify_id }])
    const [read] = await readsOf(ingestionId)
    expect(read).toMatchObject({ input: { searchable: false } })
    await end(ctx, read!.id, { state: 'done', result: { words: 3 } })
    const step = (await findStep(ctx.db, rectify_id))!
    const { body } = stepAnswer(step, (await findIngestion(ctx.db, ingestionId))!)
    expect(body).toMatchObject({ artifacts: { warped_path: expect.stringMatching(/-warped\.pdf$/) } })
  })

  it('takes pages of an uploaded PDF, also of one that nothing was made of', async () => {
    const who = await guest()
    const ingestion_id = await insertReadyFile(ctx, { id: who.principal.id, test: false }, 'application/pdf')
    const { stepId } = await ask(
      who,
      [2, 1].map((page) => ({ ingestion_id, page })),
    )
    expect(await findStep(ctx.db, stepId)).toMatchObject({
      input: {
        title: 'page',
        pages: [
          { of: 'file', page: 2 },
          { of: 'file', page: 1 },
        ],
      },
    })
    const archive = ask(who, [{ ingestion_id, page: 1 }], { standard: 'pdfa-2b' })
    expect(await verdict(archive)).toEqual({ sentence: 'assembly_not_archivable', params: { page: 1 } })
  })
})

describe('is refused, at no cost,', () => {
  it('a page that is not there, not theirs, not finished or no more', async () => {
    const who = await guest()
    const owner = { id: who.principal.id, test: false }
    const good = await finishedPage(who)
    const expired = await finishedPage(who)
    await change('update gateway.ingestions set expires_at = now() where id = $1', [expired.ingestionId])
    const underWay = { ...(await guestWithFile(ctx)), ownerId: owner.id }
    const { stepId } = await requestStep(ctx, { ...underWay, ingestionId: await insertReadyFile(ctx, owner) })
    const balance = await readBalance(ctx.db, owner.id)
    const refused = [
      [{ rectify_id: (await finishedPage(await guest())).rectify_id }, 'assembly_page_missing'],
      [{ rectify_id: randomUUID() }, 'assembly_page_missing'],
      [{ ingestion_id: randomUUID(), page: 1 }, 'assembly_page_missing'],
      [{ ingestion_id: good.ingestionId, page: 1 }, 'assembly_page_unfinished'],
      [{ rectify_id: stepId }, 'assembly_page_unfinished'],
      [{ rectify_id: expired.rectify_id }, 'assembly_page_expired'],
    ] as const
    for (const [page, sentence] of refused) {
      const asked = ask(who, [{ rectify_id: good.rectify_id }, page])
      expect(await verdict(asked)).toEqual({ sentence, params: { page: 2 } })
    }
    expect(await change(`select 1 from gateway.steps where kind in ('assemble', 'read')`)).toEqual([])
    expect(await readBalance(ctx.db, owner.id)).toBe(balance)
  })

  it('201 pages, a card of three sides, and a third assembly at once', async () => {
    const who = await guest()
    const { rectify_id } = await finishedPage(who)
    const pages = (count: number) => Array.from({ length: count }, () => ({ rectify_id }))
    expect(await verdict(ask(who, pages(201)))).toEqual({
      sentence: 'assembly_too_many_pages',
      params: { pages: 201, most: 200 },
    })
    expect(await verdict(ask(who, pages(3), { layout: 'card' }))).toMatchObject({
      sentence: 'assembly_card_pages',
    })
    const asked = await Promise.all([1, 2, 3].map(() => verdict(ask(who, pages(1)))))
    expect(asked.filter((one) => one === 'accepted')).toHaveLength(2)
    expect(asked).toContainEqual({ sentence: 'assemblies_in_flight', params: { most: 2 } })
  })
})

describe('beside a former release', () => {
  const former = useGatewayParts({ READING: 'false' })

  it('nothing is written that it does not know', async () => {
    ctx = former.ctx()
    const who = await guest()
    const { rectify_id } = await finishedPage(who)
    expect(await verdict(ask(who, [{ rectify_id }]))).toMatchObject({ sentence: 'unavailable' })
  })
})

it('has no name that no database takes, or that holds controls', () => {
  const page = { rectify_id: randomUUID() }
  for (const text of ['a\u0000b', '\ud83d', 'a\u202eb', ''])
    expect([
      AssemblyRequest.safeParse({ pages: [page], title: text }).success,
      AssemblyRequest.safeParse({ pages: [{ ...page, name: text }] }).success,
    ]).toEqual([false, false])
  expect(AssemblyRequest.safeParse({ pages: [page], title: 'Été 🌞' }).success).toBe(true)
})

describe('an assembly goes', () => {
  it('with the first of its files that is deleted, even halfway', async () => {
    const who = await guest()
    const owner = { id: who.principal.id, test: false }
    const [one, other] = [await finishedPage(who), await finishedPage(who)]
    const { stepId } = await ask(
      who,
      [one, other].map(({ rectify_id }) => ({ rectify_id })),
    )
    await eraseIngestion(ctx, other.ingestionId, owner)
    expect([await findStep(ctx.db, stepId), await findIngestion(ctx.db, stepId)]).toEqual([null, null])
    // What is left has lost nothing.
    expect(await findStep(ctx.db, one.rectify_id)).toMatchObject({ state: 'done', charged: 1 })
    const alone = await ask(who, [{ rectify_id: one.rectify_id }])
    await eraseIngestion(ctx, alone.stepId, owner)
    expect(await findIngestion(ctx.db, one.ingestionId)).toMatchObject({ state: 'ready' })
  })

  it('when the first of its pages expires', async () => {
    const who = await guest()
    const [one, other] = [await finishedPage(who), await finishedPage(who)]
    const soon = `update gateway.ingestions set expires_at = now() + interval '1 minute' where id = $1`
    await change(soon, [other.ingestionId])
    const { stepId } = await ask(
      who,
      [one, other].map(({ rectify_id }) => ({ rectify_id })),
    )
    const expiry = async (id: string) => (await findIngestion(ctx.db, id))!.expiresAt
    expect(await expiry(stepId)).toEqual(await expiry(other.ingestionId))
    await change(`update gateway.ingestions set expires_at = now() where id = $1`, [other.ingestionId])
    await sweep(ctx, new AbortController().signal)
    expect(await findIngestion(ctx.db, stepId)).toMatchObject({ state: 'expired', name: '' })
  })
})
