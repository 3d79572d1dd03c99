import type { RectifyReply } from '@equerre/contract/detourage'
import type { AccountExport } from '@equerre/contract/export'
import { erasureQueue } from '@equerre/contract/identity'
import { resultsQueue, storageKeys } from '@equerre/contract/jobs'
import { createLog } from '@equerre/platform/log'
import { openQueue } from '@equerre/platform/queue'
import { openStorage } from '@equerre/platform/storage'
import { Client, jobOf, problemOf } from '@equerre/testkit/client'
import { photographDocument, type Picture } from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import { signIn } from '@equerre/testkit/sign-in'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectRedis, countInLog, objectsOf, rows, until, untilIdle } from './support/observe.ts'
import { made } from './support/ready-file.ts'

const log = createLog('test', 'silent')

let product: Product
let photo: Picture
/** Redis as administrator: forgeries must be detected even if someone gets past Redis's access control. */
let redis: Awaited<ReturnType<typeof connectRedis>>
beforeAll(async () => {
  product = await startProduct()
  photo = await photographDocument({ seed: 12, width: 800, height: 600, coverage: 0.5 })
  redis = await connectRedis(product.redisUrl)
})
afterAll(async () => {
  redis.disconnect()
  await product.stop()
})

/** Puts a stranger's message on a queue, and waits until it has been handled. */
async function send(queueName: string, data: unknown): Promise<void> {
  const queue = openQueue(queueName, redis, { log })
  const { id } = await queue.add('forged', data)
  await until(async () => {
    const job = await queue.getJob(id!)
    return job === undefined || (await job.isFailed())
  })
  await queue.close()
}

describe('with the worker’s Redis credentials', () => {
  let worker: Awaited<ReturnType<typeof connectRedis>>
  beforeAll(async () => {
    worker = await connectRedis(product.redisUrlOf('worker'))
  })
  afterAll(() => worker.disconnect())

  /** Commands by what they would be good for to an attacker. */
  const attempts: Record<string, readonly [command: string, ...parameters: string[]]> = {
    'read the names of all keys': ['KEYS', '*'],
    'read them bit by bit': ['SCAN', '0'],
    'read one at random': ['RANDOMKEY'],
    'empty Redis': ['FLUSHALL'],
    'empty the database': ['FLUSHDB'],
    'read the settings': ['CONFIG', 'GET', '*'],
    'change the settings': ['CONFIG', 'SET', 'requirepass', ''],
    'read the users': ['ACL', 'LIST'],
    'make a user': ['ACL', 'SETUSER', 'stranger', 'on', 'nopass', '~*', '+@all'],
    'listen to everybody': ['MONITOR'],
    'see who is there': ['CLIENT', 'LIST'],
    'throw others out': ['CLIENT', 'KILL', 'TYPE', 'normal'],
    'listen to a channel': ['SUBSCRIBE', 'anything'],
    'copy itself elsewhere': ['REPLICAOF', '127.0.0.1', '1'],
    'load code': ['FUNCTION', 'LIST'],
    'stop the server': ['SHUTDOWN'],
    'ask for an erasure': ['LPUSH', `bull:${erasureQueue}:wait`, '1'],
    'ask for one from a script': [
      'EVAL',
      `return redis.call('LPUSH', 'bull:${erasureQueue}:wait', '1')`,
      '0',
    ],
    'read the erasures': ['LRANGE', `bull:${erasureQueue}:wait`, '0', '-1'],
    'grant a payment': ['LPUSH', 'bull:billing-payments:wait', '1'],
    'read the payments': ['HGETALL', 'bull:billing-payments:1'],
    'lift a limit': ['DEL', 'rate-cookie:somebody'],
    'read the results of others': ['HGETALL', `bull:${resultsQueue}:1`],
    'read a field of one': ['HGET', `bull:${resultsQueue}:1`, 'data'],
    'list the results': ['LRANGE', `bull:${resultsQueue}:wait`, '0', '-1'],
    'take a result away': ['DEL', `bull:${resultsQueue}:1`],
    'take the list of them away': ['LPOP', `bull:${resultsQueue}:wait`],
    'sort by keys of others': ['SORT', 'bull:vision-ingest:wait', 'BY', 'rate-*'],
    'rename a lane': ['RENAME', 'bull:vision-ingest:meta', 'bull:gateway-erase:meta'],
  }
  it.each(Object.entries(attempts))('nobody may %s', async (_what, [command, ...parameters]) => {
    await expect(worker.call(command, ...parameters)).rejects.toThrow(/NOPERM|can't access/)
  })

  it('no job can be added to another queue', async () => {
    const queue = openQueue(erasureQueue, worker, { log })
    await expect(queue.add('erase', { userId: randomUUID() })).rejects.toThrow(/NOPERM|permissions/)
    await queue.close()
  })

  it('no other user is an administrator either', async () => {
    for (const user of ['gateway', 'auth', 'billing', 'keda'] as const) {
      const other = await connectRedis(product.redisUrlOf(user))
      for (const [command, ...parameters] of [
        ['KEYS', '*'],
        ['FLUSHALL'],
        ['CONFIG', 'GET', '*'],
        ['ACL', 'LIST'],
      ])
        await expect(other.call(command!, ...parameters)).rejects.toThrow(/NOPERM/)
      other.disconnect()
    }
  })

  it('and nobody gets in anonymously', async () => {
    const { hostname, port } = new URL(product.redisUrl)
    const socket = connect(Number(port), hostname)
    socket.write('GET anything\r\n')
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^-NOAUTH/)
    socket.destroy()
  })
})

describe('a forged erasure', () => {
  it('erases nothing of somebody who has not requested one', async () => {
    const client = await signIn(product.url, { person: 'new', email: `${randomUUID()}@exemple.test` })
    const file = (await client.ingest({ bytes: photo.jpeg, name: 'contrat.jpg' })).body.ingestion_id
    const victim = (await client.ask<AccountExport>('/api/me/export')).body.account.id
    await untilIdle(product)
    await send(erasureQueue, { userId: victim })
    expect((await client.item(file)).status).toBe(200)
    expect(objectsOf(product, file)).not.toHaveLength(0)
    expect(countInLog(product, 'erasure job without an erasure request')).toBe(1)
  })
})

describe('a forged result', () => {
  let guest: Client
  let stepId: string
  let ingestionId: string
  const uploads: { guest: Client; ingestionId: string }[] = []
  beforeAll(async () => {
    for (let i = 0; i < 5; i++) {
      const uploader = await Client.guest(product.url)
      const { body } = await uploader.ingest({ bytes: photo.jpeg, name: 'page.jpg' })
      uploads.push({ guest: uploader, ingestionId: body.ingestion_id })
    }
    await product.kill('vision-worker')
  })
  /** A paid rectify that no worker executes. */
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
  const outcome = (more: object = {}) => ({
    kind: 'rectify',
    stepId,
    ingestionId,
    result: made,
    ...more,
  })
  const forge = (more?: object) => send(resultsQueue, outcome(more))

  it('without the attempt’s token changes nothing, nor with a wrong one', async () => {
    const before = await step()
    expect(before).toMatchObject({ state: 'dispatched', attempts: 1 })
    await forge()
    await forge({ attemptToken: randomUUID() })
    await forge({ attemptToken: randomUUID(), result: { nothing: 'that fits' } })
    expect(await step()).toEqual(before)
    expect(await guest.credits()).toBe(9)
  })

  it('with the right token charges no credit without the page', async () => {
    const { attempt_token: attemptToken } = await step()
    await forge({ attemptToken })
    expect(await step()).toMatchObject({ state: 'dispatched', attempts: 2 })
    // The token of one attempt is not valid for another.
    const storage = openStorage({ driver: 'filesystem', dir: product.storageDir })
    await storage.put(storageKeys.artifact(ingestionId, `${stepId}-warped.png`), photo.jpeg, {
      mime: 'image/png',
    })
    await forge({ attemptToken })
    expect(await step()).toMatchObject({ state: 'dispatched', charged: null })
    await forge({ attemptToken: (await step()).attempt_token })
    expect(await step()).toMatchObject({ state: 'done', charged: 1, attempt_token: null })
  })

  it('charges no credit for a page of a whole frame in doubt, even if the worker made it', async () => {
    const storage = openStorage({ driver: 'filesystem', dir: product.storageDir })
    await storage.put(storageKeys.artifact(ingestionId, `${stepId}-warped.png`), photo.jpeg, {
      mime: 'image/png',
    })
    const { corners } = made
    const document = { corners, confidence: 0.4, status: 'REVIEW_REQUIRED' as const }
    const detection = { ...document, reasons: ['uncertain'], alternatives: [], documents: [document] }
    const { attempt_token: attemptToken } = await step()
    await forge({ attemptToken, result: { ...made, status: 'REVIEW_REQUIRED', detection } })
    expect(await step()).toMatchObject({ state: 'done', charged: 0 })
    const reply = await guest.settle<RectifyReply>(stepId)
    expect(reply.body).toMatchObject({ reasons: ['uncertain'], artifacts: { warped_path: null } })
    expect(reply.headers.get('X-Credits-Charged')).toBe('0')
    expect(await guest.credits()).toBe(10)
  })

  it('that cannot be recorded is a failed attempt, and the third gives the credit back', async () => {
    const unfit = [
      { result: { ...made, dpi: 'many' } },
      { ingestionId: randomUUID(), kind: 'problem', code: 'internal', detail: '', reason: '' },
      // Postgres rejects this character in JSON.
      { result: { ...made, status: 'NOT_FOUND', paper: '\0' } },
    ]
    for (const more of unfit) await forge({ ...more, attemptToken: (await step()).attempt_token })
    expect(await step()).toMatchObject({ state: 'failed', attempts: 4, charged: 0 })
    const reply = await guest.settle(stepId)
    expect(problemOf(reply)).toMatchObject({ status: 500, code: 'internal' })
    expect(await guest.credits()).toBe(10)
    expect(countInLog(product, 'result rejected')).toBeGreaterThanOrEqual(3)
  })

  it('is accepted without a token for steps of the previous version, which had none', async () => {
    await rows(product, 'update gateway.steps set attempt_token = null where id = $1', [stepId])
    await forge({ result: { ...made, status: 'NOT_FOUND' } })
    expect(await step()).toMatchObject({ state: 'done', charged: 0 })
  })
})
