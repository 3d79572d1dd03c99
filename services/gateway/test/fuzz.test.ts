import { Client, problemOf, type Reply } from '@equerre/testkit/client'
import { quadAt } from '@equerre/testkit/points'
import { heicFile } from '@equerre/testkit/pictures/heic'
import { unusualImages } from '@equerre/testkit/pictures/odd-files'
import { digitalPdf, photographDocument, scannedPdf } from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fuzzRuns, fuzzSeed } from './support/config.ts'
import { damage, damages, type Damage } from './support/damage.ts'

/** Bytes that hold the signature of a file's type. */
const markBytes = 12
/** Stops early rather than late: a busy machine makes fewer runs, but never a failure. */
const parameters = { numRuns: fuzzRuns, seed: fuzzSeed, interruptAfterTimeLimit: 60_000 + fuzzRuns * 3_000 }
const timeout = { timeout: 120_000 + fuzzRuns * 6_000 }

let product: Product
let originals: readonly Buffer[]
let intact: string
let guest: Client

beforeAll(async () => {
  const plenty = [
    'COOKIE_REQUESTS_PER_MINUTE',
    'UPLOADS_PER_MINUTE',
    'REQUEST_BURST',
    'STEPS_PER_FILE_MAX',
    'UNPAID_STEPS_PER_HOUR',
    'UNPAID_STEPS_PER_ADDRESS_PER_HOUR',
  ]
  product = await startProduct({ env: Object.fromEntries(plenty.map((name) => [name, '1000000'])) })
  const photo = await photographDocument({ seed: 31, width: 640, height: 480 })
  const pdfs = await Promise.all([digitalPdf(), scannedPdf(31)])
  const images = await Promise.all(Object.values(unusualImages).map((make) => make()))
  originals = [photo.jpeg, heicFile('red'), ...pdfs, ...images]
  guest = await Client.guest(product.url)
  intact = (await guest.ingest({ bytes: photo.jpeg, name: 'entier.jpg' })).body.ingestion_id
})
afterAll(() => product.stop())

/** Checks that an answer is neither a fault of the service nor a refusal that nobody can read. */
function expectClear(reply: Reply<unknown>): void {
  if (reply.status < 300) return
  expect(reply.status).toBeGreaterThanOrEqual(400)
  expect(reply.status).toBeLessThan(500)
  expect(problemOf(reply)).toMatchObject({
    status: reply.status,
    detail: expect.stringMatching(/^[A-ZÀÉ].*[.!]$/u),
  })
}

const settled = async <Body>(reply: Reply<Body>): Promise<Reply<Body>> =>
  reply.status === 202 ? guest.settle((reply.body as unknown as { id: string }).id) : reply

describe('any input gets a clear answer and costs nothing', timeout, () => {
  it('damaged files of every kind', async () => {
    const anyDamage: fc.Arbitrary<readonly Damage[]> = fc.array(damages, { minLength: 1, maxLength: 6 })
    const damaged = fc.tuple(fc.nat(originals.length - 1), anyDamage)
    const sent = fc.asyncProperty(damaged, async ([which, list]) => {
      // Damage only what follows the type's signature, without which no decoder would see it.
      const original = originals[which]!
      const bytes = Buffer.concat([
        original.subarray(0, markBytes),
        damage(original.subarray(markBytes), list),
      ])
      const ingested = await settled(await guest.ingest({ bytes, name: 'abîmé.bin' }))
      expectClear(ingested)
      if (ingested.status !== 200) return
      const { ingestion_id, pages } = ingested.body
      const page = pages.length
      expectClear(await settled(await guest.detect({ ingestion_id, page })))
      await guest.erase(ingestion_id)
    })
    await fc.assert(sent, parameters)
  })

  it('damaged upload forms', async () => {
    const head =
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n'
    const form = Buffer.concat([Buffer.from(head), originals[0]!, Buffer.from('\r\n--x--\r\n')])
    const headDamages = fc.array(damages, { minLength: 1, maxLength: 4 })
    const sent = fc.asyncProperty(headDamages, fc.boolean(), async (list, oneShot) => {
      // Only in the form's head; the file's content is covered by the property above.
      const bytes = Buffer.concat([damage(form.subarray(0, head.length), list), form.subarray(head.length)])
      const reply = await guest.ask(`/api/v1/detourage/${oneShot ? '' : 'ingest'}`, {
        method: 'POST',
        headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
        body: new Uint8Array(bytes),
      })
      expectClear(await settled(reply as Reply<unknown>))
    })
    await fc.assert(sent, parameters)
  })

  it('JSON bodies, arbitrary or nearly right', async () => {
    const routes = ['detect', 'rectify', 'ingest', ''].map((name) => `/api/v1/detourage/${name}`)
    const path = fc.constantFrom(...routes, '/api/credits/add', '/api/logout', '/api/withdrawals')
    const value = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(1e308, -0, '\0', '🙂', [[]], {}))
    const names = [
      'page',
      'document',
      'dpi',
      'corners',
      'format',
      'filter',
      'paper',
      'relighting',
      'turn',
      '__proto__',
    ]
    const options = fc.dictionary(fc.constantFrom(...names), value)
    const nearly = fc.record(
      {
        ingestion_id: fc.constant(intact),
        page: value,
        options: fc.oneof(
          value,
          options,
          options.map((o) => JSON.stringify(o)),
        ),
      },
      { requiredKeys: ['ingestion_id'] },
    )
    // A valid request would straighten and charge a page, rightly.
    const wrong = nearly.filter(
      ({ page, options: given }) => (page !== undefined && page !== 1) || given !== undefined,
    )
    const text = fc.oneof(
      wrong.map((body) => JSON.stringify(body)),
      fc.json(),
      fc.string({ unit: 'binary' }),
    )
    const sent = fc.asyncProperty(path, text, async (to, body) => {
      const headers = { 'Content-Type': 'application/json' }
      expectClear(await settled(await guest.ask(to, { method: 'POST', headers, body })))
    })
    await fc.assert(sent, parameters)
  })

  it('and everything still works afterwards', async () => {
    expect((await guest.detect({ ingestion_id: intact })).status).toBeLessThan(500)
    const visitor = await Client.guest(product.url)
    const reply = await visitor.ingest({ bytes: originals[0]!, name: 'entier.jpg' })
    expect(reply.status).toBe(200)
    // Of its own it might be in doubt, which costs nothing.
    const options = JSON.stringify({ corners: quadAt('0.1,0.1 0.9,0.1 0.9,0.9 0.1,0.9') })
    const { ingestion_id } = reply.body
    const rectified = await settled(await visitor.rectify({ ingestion_id, options }))
    expect(rectified.status).toBe(200)
    expect(await visitor.credits()).toBe(9)
  })
})
