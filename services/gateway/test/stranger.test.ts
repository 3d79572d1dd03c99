import type { AccountExport } from '@equerre/contract/export'
import { erasureQueue } from '@equerre/contract/identity'
import { resultsQueue, storageKeys, type RectifyResult } from '@equerre/contract/jobs'
import { createLog } from '@equerre/platform/log'
import { openQueue, openRedis } from '@equerre/platform/queue'
import { openStorage } from '@equerre/platform/storage'
import { Client, jobOf, problemOf } from '@equerre/testkit/client'
import { photographDocument, type Picture } from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import { signIn } from '@equerre/testkit/sign-in'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { countInLog, objectsOf, rows, until, untilIdle } from './observe.ts'

const log = createLog('test', 'silent')

let product: Product
let photo: Picture
/** Redis with no bounds: what is forged must be seen through even by whoever gets past those. */
let redis: ReturnType<typeof openRedis>
beforeAll(async () => {
  product = await startProduct()
  photo = await photographDocument({ seed: 12, width: 800, height: 600, coverage: 0.5 })
  redis = openRedis(product.redisUrl, log)
})
afterAll(async () => {
  redis.disconnect()
  await product.stop()
})

/** Puts a message of a stranger on a queue, and waits until it has been read. */
async function send(queueName: string, data: unknown): Promise<void> {
  const queue = openQueue(queueName, redis, { log })
  const { id } = await queue.add('forged', data)
  await until(async () => {
    const job = await queue.getJob(id!)
    return job === undefined || (await job.isFailed())
  })
  await queue.close()
}

describe('a forged erasure', () => {
  it('erases nothing of somebody who has not asked for one', async () => {
    const client = await signIn(product.url, { person: 'new', email: `${randomUUID()}@exemple.test` })
    const file = (await client.ingest({ bytes: photo.jpeg, name: 'contrat.jpg' })).body.ingestion_id
    const victim = (await client.ask<AccountExport>('/api/me/export')).body.account.id
    await untilIdle(product)
    await send(erasureQueue, { userId: victim })
    expect((await client.item(file)).status).toBe(200)
    expect(objectsOf(product, file)).not.toHaveLength(0)
    expect(countInLog(product, 'a job asks for an erasure that nobody has asked for')).toBe(1)
  })
})

describe('a forged result', () => {
  let guest: Client
  let stepId: string
  let ingestionId: string
  const uploads: { guest: Client; ingestionId: string }[] = []
  beforeAll(async () => {
    for (let i = 0; i < 4; i++) {
      const uploader = await Client.guest(product.url)
      const { body } = await uploader.ingest({ bytes: photo.jpeg, name: 'page.jpg' })
      uploads.push({ guest: uploader, ingestionId: body.ingestion_id })
    }
    await product.kill('vision-worker')
  })
  /** A rectify that was paid for, and that no worker does. */
  beforeEach(async () => {
    ;({ guest, ingestionId } = uploads.pop()!)
    const asked = await guest.rectify(
      { ingestion_id: ingestionId, options: '{"dpi":72}' },
      { Prefer: 'respond-async' },
    )
    stepId = jobOf(asked).id
    expect(await guest.credits()).toBe(9)
  })

  const step = async () =>
    (
      await rows<{ state: string; attempts: number; attempt_token: string; charged: number | null }>(
        product,
        'select state, attempts, attempt_token, charged from gateway.steps where id = $1',
        [stepId],
      )
    )[0]!
  const outcome = (more: object = {}) => ({ kind: 'rectify', stepId, ingestionId, result: made, ...more })
  const forge = (more?: object) => send(resultsQueue, outcome(more))

  it('without the token of the attempt changes nothing, and neither does one with another', async () => {
    const before = await step()
    expect(before).toMatchObject({ state: 'dispatched', attempts: 1 })
    await forge()
    await forge({ attemptToken: randomUUID() })
    await forge({ attemptToken: randomUUID(), result: { nothing: 'that fits' } })
    expect(await step()).toEqual(before)
    expect(await guest.credits()).toBe(9)
  })

  it('by whoever was given the job takes no credit without the page', async () => {
    const { attempt_token: attemptToken } = await step()
    await forge({ attemptToken })
    expect(await step()).toMatchObject({ state: 'dispatched', attempts: 2 })
    // What was good for one attempt is good for no other.
    const storage = openStorage({ driver: 'filesystem', dir: product.storageDir })
    await storage.put(storageKeys.artifact(ingestionId, `${stepId}-warped.png`), photo.jpeg, {
      mime: 'image/png',
    })
    await forge({ attemptToken })
    expect(await step()).toMatchObject({ state: 'dispatched', charged: null })
    await forge({ attemptToken: (await step()).attempt_token })
    expect(await step()).toMatchObject({ state: 'done', charged: 1, attempt_token: null })
  })

  it('that cannot be written down is a failed attempt, and the third gives the credit back', async () => {
    const unfit = [
      { result: { ...made, dpi: 'many' } },
      { ingestionId: randomUUID(), kind: 'problem', code: 'internal', detail: '', reason: '' },
      // Postgres takes no such character in JSON.
      { result: { ...made, status: 'NOT_FOUND', paper: '\0' } },
    ]
    for (const more of unfit) await forge({ ...more, attemptToken: (await step()).attempt_token })
    expect(await step()).toMatchObject({ state: 'failed', attempts: 4, charged: 0 })
    const reply = await guest.settle(stepId)
    expect(problemOf(reply)).toMatchObject({ status: 500, code: 'internal' })
    expect(await guest.credits()).toBe(10)
    expect(countInLog(product, 'result rejected')).toBeGreaterThanOrEqual(3)
  })

  it('is told from that of a version before, which gave out no token', async () => {
    await rows(product, 'update gateway.steps set attempt_token = null where id = $1', [stepId])
    await forge({ result: { ...made, status: 'NOT_FOUND' } })
    expect(await step()).toMatchObject({ state: 'done', charged: 0 })
  })
})

const made: RectifyResult = {
  status: 'OK',
  confidence: 0.9,
  corners: [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ],
  dpi: 72,
  mime: 'image/png',
  width: 100,
  height: 100,
  paper: null,
  proportions: null,
  detection: null,
}
