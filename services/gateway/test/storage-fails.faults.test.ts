import { Client, jobOf } from '@equerre/testkit/client'
import { photographDocument, type Picture } from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import { missingS3, startS3 } from '@equerre/testkit/s3'
import { startS3Trouble, type S3Trouble } from '@equerre/testkit/s3-trouble'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { until } from './support/observe.ts'

const broken = { status: 500, code: 'InternalError' }
const full = { status: 507, code: 'XMinioStorageFull' }

describe.skipIf(missingS3)('while the object storage answers with errors', () => {
  let s3: Awaited<ReturnType<typeof startS3>>
  let trouble: S3Trouble
  let product: Product
  let photo: Picture
  beforeAll(async () => {
    s3 = await startS3()
    trouble = await startS3Trouble(s3.settings.endpoint ?? '')
    const storage = { ...s3.variables, S3_ENDPOINT: trouble.endpoint }
    product = await startProduct({ env: { WORKER_SLOTS: '1', WEBHOOK_SECRET_KEYS: '' }, storage })
    photo = await photographDocument({ seed: 71, width: 800, height: 600, page: 'letter', coverage: 0.5 })
  })
  afterEach(() => trouble.heal())
  afterAll(async () => {
    await product?.stop()
    await trouble?.close()
    await s3?.stop()
  })
  const upload = (guest: Client, headers = {}) =>
    guest.ingest({ bytes: photo.jpeg, name: 'page.jpg' }, headers)
  /** What a process has recorded of failed calls since it was asked last. */
  const newFailures = (service: 'gateway' | 'vision-worker') => {
    const lines = readFileSync(path.join(product.logDir, `${service}.log`), 'utf8')
      .trim()
      .split('\n')
    const all = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'storage call failed')
    const fresh = all.slice(seen[service])
    seen[service] = all.length
    return fresh.filter(({ operation }) => operation !== 'ping')
  }
  const seen = { gateway: 0, 'vision-worker': 0 }
  /** The same, once there is any: a client may have its answer before the line is in the file. */
  const nextFailures = async (service: 'gateway' | 'vision-worker') => {
    let failures: object[] = []
    await until(async () => (failures = newFailures(service)).length > 0)
    return failures
  }
  const readyOf = async (url: string) => {
    const answer = await fetch(`${url}/readyz`)
    return { ...((await answer.json()) as object), http: answer.status }
  }

  it('an upload is refused clearly and free of charge, and its key is free at once', async () => {
    const guest = await Client.guest(product.url)
    trouble.begin({ ...broken, methods: ['PUT', 'POST'] })
    const key = { 'Idempotency-Key': 'encore' }
    const refused = await upload(guest, { ...key, 'Accept-Language': 'en' })
    expect(refused.status).toBe(503)
    expect(refused.headers.get('Retry-After')).toBe('10')
    expect(refused.body).toMatchObject({
      code: 'unavailable',
      detail: 'The file storage is not working properly right now: try again in a few seconds.',
    })
    expect(await nextFailures('gateway')).toMatchObject([{ operation: 'put', err: { status: 500 } }])
    const degraded = { http: 200, status: 'degraded', degraded: ['storage'], missing: [] }
    expect(await readyOf(product.opsUrlOf('gateway'))).toMatchObject(degraded)
    expect(await readyOf(`${product.url}/api`)).toMatchObject(degraded)
    trouble.begin({ ...full, methods: ['PUT', 'POST'] })
    const full507 = await upload(guest, key)
    expect([full507.status, full507.headers.get('Retry-After')]).toEqual([503, null])
    expect(full507.body).toMatchObject({
      code: 'unavailable',
      detail: expect.stringContaining('plus de place'),
    })
    trouble.heal()
    expect((await upload(guest, key)).status).toBe(200)
    // Again, while nothing can be erased: the first answer stands.
    trouble.begin({ ...broken, methods: ['POST', 'DELETE'] })
    expect((await upload(guest, key)).headers.get('Idempotent-Replayed')).toBe('true')
    expect(await guest.credits()).toBe(10)
  })

  it('a step whose result cannot be stored is done once it can; files are refused clearly until they can be read', async () => {
    const guest = await Client.guest(product.url)
    const { ingestion_id } = (await upload(guest)).body
    newFailures('vision-worker')
    trouble.begin({ ...full, methods: ['PUT', 'POST'] })
    const asked = await guest.rectify({ ingestion_id }, { Prefer: 'respond-async' })
    expect((await nextFailures('vision-worker'))[0]).toMatchObject({
      operation: 'put',
      err: { status: 507 },
    })
    const worker = product.opsUrlOf('vision-worker')
    expect(await readyOf(worker)).toMatchObject({ http: 200, degraded: ['storage'] })
    trouble.heal()
    const done = await guest.settle<{ artifacts: { warped_path: string } }>(jobOf(asked).id)
    expect(done.status).toBe(200)
    // It did not count as an attempt.
    const log = readFileSync(path.join(product.logDir, 'vision-worker.log'), 'utf8')
    expect(log).not.toContain('"msg":"job failed"')
    expect(await guest.credits()).toBe(9)

    const page = done.body.artifacts.warped_path
    newFailures('gateway')
    for (const [method, operation] of Object.entries({ HEAD: 'head', GET: 'get' })) {
      trouble.begin({ ...broken, methods: [method] })
      const refused = await guest.bytes(page)
      expect([refused.status, refused.headers.get('Content-Disposition')]).toEqual([503, null])
      expect(JSON.parse(String(refused.bytes))).toMatchObject({ code: 'unavailable' })
      expect(await nextFailures('gateway')).toMatchObject([{ operation }])
    }
    trouble.heal()
    expect((await guest.bytes(page)).status).toBe(200)

    trouble.begin({ ...broken, methods: ['POST', 'DELETE'] })
    expect((await guest.erase(ingestion_id)).status).toBe(200)
    expect((await guest.bytes(page)).status).toBe(404)
  })

  it('a page that is made but cannot be returned can be fetched later, for the one credit', async () => {
    const guest = await Client.guest(product.url)
    trouble.begin({ ...broken, methods: ['GET'], key: /-warped\./ })
    const file = { bytes: photo.jpeg, name: 'page.jpg' }
    const refused = await guest.oneShotFile(file, {}, { Accept: 'image/jpeg' })
    expect(refused.status).toBe(503)
    expect(JSON.parse(String(refused.bytes))).toMatchObject({ code: 'unavailable' })
    trouble.heal()
    const page = await guest.bytes(refused.headers.get('Content-Location') ?? '')
    expect([page.status, page.headers.get('Content-Type')]).toEqual([200, 'image/jpeg'])
    expect(await guest.credits()).toBe(9)
  })
})
