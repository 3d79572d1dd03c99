import { Client, jobOf, problemOf, type Reply } from '@equerre/testkit/client'
import { photographDocument, photographNothing, scannedPdf, type Picture } from '@equerre/testkit/pictures'
import { photographInDoubt } from '@equerre/testkit/pictures/in-doubt'
import { startProduct, type Product } from '@equerre/testkit/product'
import { signIn } from '@equerre/testkit/sign-in'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { objectsOf, rows, until } from './support/observe.ts'

let product: Product
let photo: Picture
beforeAll(async () => {
  product = await startProduct()
  photo = await photographDocument({ seed: 11, width: 800, height: 600, coverage: 0.5 })
})
afterAll(() => product.stop())

const small = { options: '{"dpi":72}' }
const page = (bytes: Uint8Array = photo.jpeg, name = 'page.jpg') => ({ bytes, name })
const refusalOf = (reply: Reply<unknown>) => [reply.status, problemOf(reply).code]

/** Checks that nothing was charged, nothing is held, and nothing of what was sent remains. */
async function expectNothingLeft(guest: Client, credits = 10): Promise<void> {
  expect(await guest.credits()).toBe(credits)
  const { ingestions } = (await guest.ask<{ ingestions: { id: string }[] }>('/api/v1/detourage/ingestions'))
    .body
  await until(async () => ingestions.every(({ id }) => objectsOf(product, id).length === 0))
  expect(await rows(product, 'select id from billing.wallets where held <> 0')).toEqual([])
}

describe('one shot', () => {
  it('gives the same answer as the three calls, for one credit', async () => {
    const guest = await Client.guest(product.url)
    const shot = await guest.oneShot(page(), small)
    expect(shot.status).toBe(200)
    expect(shot.headers.get('X-Credits-Charged')).toBe('1')
    expect(shot.headers.get('X-Credits-Remaining')).toBe('9')
    const { ingestion_id } = (await guest.ingest(page())).body
    const called = await guest.rectify({ ingestion_id, ...small })
    const { corners, width, height, dpi, status } = called.body
    expect(shot.body).toMatchObject({ corners, width, height, dpi, status, page: 1, mime: 'image/png' })
    const item = (await guest.item(shot.body.ingestion_id)).body
    expect(item).toMatchObject({ status: 'done', name: 'page.jpg', pages: [{ rectify: shot.body }] })
  })

  it.each([
    ['image/*', {}, 'png'],
    ['image/jpeg', {}, 'jpeg'],
    ['image/webp, image/png;q=0.5', small, 'webp'],
    ['image/*', { options: '{"format":"jpeg","dpi":72}' }, 'jpeg'],
  ])('answers Accept: %s and %o with the page itself as %s', async (Accept, fields, format) => {
    const guest = await Client.guest(product.url)
    const { status, headers, bytes } = await guest.oneShotFile(page(), fields, { Accept })
    expect([status, headers.get('Content-Type')]).toEqual([200, `image/${format}`])
    expect((await sharp(bytes).metadata()).format).toBe(format)
    expect([headers.get('X-Credits-Charged'), headers.get('X-Credits-Remaining')]).toEqual(['1', '9'])
    expect(headers.get('Content-Disposition')).toContain('page_equerre.')
    expect(['OK', 'REVIEW_REQUIRED']).toContain(headers.get('X-Status'))
    expect((await guest.bytes(headers.get('Content-Location')!)).bytes).toEqual(bytes)
  })

  it('answers a PDF with the requested page, from the heavy lane', async () => {
    const guest = await Client.guest(product.url)
    const pdf = { bytes: await scannedPdf(5), name: 'bail.pdf' }
    const shot = await guest.oneShotFile(pdf, { page: 2, ...small }, { Accept: 'application/pdf' })
    expect([shot.status, shot.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    expect(await rows(product, `select distinct lane from gateway.steps where page = 2`)).toEqual([
      { lane: 'vision-heavy' },
    ])
  })

  it('with respond-async answers 202 with the rectify’s job', async () => {
    const guest = await Client.guest(product.url)
    const accepted = await guest.oneShot(page(), small, { Prefer: 'respond-async', Accept: 'image/png' })
    expect([accepted.status, jobOf(accepted).step]).toEqual([202, 'rectify'])
    expect(accepted.headers.get('Location')).toBe(`/api/v1/detourage/jobs/${jobOf(accepted).id}`)
    const done = await guest.settle<{ artifacts: { warped_path: string } }>(jobOf(accepted).id)
    expect([done.status, done.headers.get('X-Credits-Charged')]).toEqual([200, '1'])
    expect((await guest.bytes(done.body.artifacts.warped_path)).status).toBe(200)
  })

  it('survives a gateway killed before the first result, and gives the credit back if erased meanwhile', async () => {
    const [guest, leaver] = [await Client.guest(product.url), await Client.guest(product.url)]
    await product.kill('vision-worker')
    const async = { Prefer: 'respond-async' }
    const { id } = jobOf(await guest.oneShot(page(), small, async))
    const left = jobOf(await leaver.oneShot(page(), small, async))
    expect([await guest.credits(), await leaver.credits()]).toEqual([9, 9])
    expect((await leaver.erase(left.ingestion_id)).status).toBe(200)
    await product.kill('gateway')
    await product.restart('gateway')
    await product.restart('vision-worker')
    expect((await guest.settle(id)).status).toBe(200)
    expect(await guest.credits()).toBe(9)
    await expectNothingLeft(leaver)
  })
})

describe('an impossible one shot', () => {
  it.each([
    [{ options: 'pas du json' }, '*/*'],
    [{ options: '{"dpi":71}' }, '*/*'],
    [{ options: '{"resolution":300}' }, '*/*'],
    [{ options: 'x'.repeat(5_000) }, '*/*'],
    [{ options: '{"format":"png"}' }, 'image/jpeg'],
    [{ options: '{"page":1}', page: 2 }, '*/*'],
    [{ page: 'un' }, '*/*'],
    [{ page: 3 }, '*/*'],
  ])('for %o and Accept: %s is refused and costs nothing', async (fields, Accept) => {
    const guest = await Client.guest(product.url)
    expect(refusalOf(await guest.oneShot(page(), fields, { Accept }))).toEqual([422, 'invalid_request'])
    const { ingestions } = (await guest.ask<{ ingestions: { id: string }[] }>('/api/v1/detourage/ingestions'))
      .body
    for (const { id } of ingestions) await guest.erase(id)
    await expectNothingLeft(guest)
    // Only a missing page is found after the upload, by the worker; everything else is refused before.
    expect(ingestions.length).toBe('page' in fields && fields.page === 3 ? 1 : 0)
  })

  it('for a missing second document is refused and costs nothing', async () => {
    const guest = await Client.guest(product.url)
    const reply = await guest.oneShot(page(), { options: '{"document":2}' })
    expect(refusalOf(reply)).toEqual([422, 'invalid_request'])
    expect(await guest.credits()).toBe(10)
  })

  it.each<[string, unknown[], () => Uint8Array]>([
    ['a text', [415, 'unsupported_type'], () => Buffer.from('Bonjour,\nceci est un texte.')],
    ['nothing', [422, 'unreadable_file'], () => Buffer.alloc(0)],
    [
      'a picture cut in the middle',
      [422, 'unreadable_file'],
      () => photo.jpeg.subarray(0, photo.jpeg.length / 2),
    ],
  ])('for %s is refused with %j and costs nothing', async (_, refusal, bytes) => {
    const guest = await Client.guest(product.url)
    expect(refusalOf(await guest.oneShot(page(bytes())))).toEqual(refusal)
    await expectNothingLeft(guest)
  })

  it('without a file names the missing field', async () => {
    const guest = await Client.guest(product.url)
    const form = new FormData()
    form.append('options', '{}')
    for (const body of [form, '{"file":"a"}']) {
      const reply = await guest.ask('/api/v1/detourage', { method: 'POST', body })
      expect(refusalOf(reply)).toEqual([422, 'invalid_request'])
      expect(problemOf(reply).detail).toContain('« file »')
    }
  })

  it('on a picture without a document says so, and costs nothing in either form of answer', async () => {
    const guest = await Client.guest(product.url)
    const { jpeg } = await photographNothing({ seed: 2, width: 800, height: 600 })
    const described = await guest.oneShot(page(jpeg), small)
    expect([described.status, described.body.status]).toEqual([200, 'NOT_FOUND'])
    expect(described.headers.get('X-Credits-Charged')).toBe('0')
    const itself = await guest.oneShot(page(jpeg), small, { Accept: 'image/*' })
    expect(refusalOf(itself)).toEqual([422, 'nothing_found'])
    expect(await guest.credits()).toBe(10)
  })

  it('on a document too doubtful to crop says so, and costs nothing in either form of answer', async () => {
    const guest = await Client.guest(product.url)
    const { jpeg } = await photographInDoubt(async (picture) => {
      const { body } = await guest.oneShot(page(picture.jpeg), small)
      return body.reasons.includes('uncertain')
    })
    const before = await guest.credits()
    const described = await guest.oneShot(page(jpeg), small)
    expect(described.body).toMatchObject({ status: 'REVIEW_REQUIRED', artifacts: { warped_path: null } })
    expect(described.headers.get('X-Credits-Charged')).toBe('0')
    const itself = await guest.oneShot(page(jpeg), small, { Accept: 'image/*' })
    expect(refusalOf(itself)).toEqual([422, 'nothing_found'])
    expect(problemOf(itself).detail).toMatch(/^Un document se devine .*« corners »\.$/)
    expect(await guest.credits()).toBe(before)
  })

  it('without a credit answers 402 and keeps nothing of the file', async () => {
    const newcomer = await signIn(product.url, { person: 'new', email: 'sans-credit@exemple.test' })
    expect(refusalOf(await newcomer.oneShot(page()))).toEqual([402, 'credits_exhausted'])
    await expectNothingLeft(newcomer, 0)
  })
})

describe('one shot with an Idempotency-Key', () => {
  const key = { 'Idempotency-Key': 'facture-1' }

  it('sent again gives the same step, in either form, and costs one credit', async () => {
    const guest = await Client.guest(product.url)
    const replies = await Promise.all(Array.from({ length: 5 }, () => guest.oneShot(page(), small, key)))
    // While the first request's file is still arriving there is nothing to replay.
    const [answered, early] = [200, 409].map((status) => replies.filter((reply) => reply.status === status))
    expect(answered!.length + early!.length).toBe(5)
    const again = await guest.oneShot(page(), small, key)
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    for (const { body } of answered!) expect(body).toEqual(again.body)
    const file = await guest.oneShotFile(page(), small, { ...key, Accept: 'image/*' })
    expect(file.headers.get('Content-Location')).toBe(again.body.artifacts.warped_path)
    expect(await guest.credits()).toBe(9)
  })

  it('mismatches for another file or options, and is independent of ingest’s keys', async () => {
    const guest = await Client.guest(product.url)
    const first = await guest.oneShot(page(), small, key)
    const other = await photographDocument({ seed: 12, width: 800, height: 600, coverage: 0.5 })
    for (const reply of [
      await guest.oneShot(page(other.jpeg), small, key),
      await guest.oneShot(page(), { options: '{"dpi":100}' }, key),
    ])
      expect(refusalOf(reply)).toEqual([422, 'idempotency_mismatch'])
    const ingested = await guest.ingest(page(), key)
    expect(ingested.body.ingestion_id).not.toBe(first.body.ingestion_id)
    expect(await guest.credits()).toBe(9)
  })

  it('is reusable when the request came to nothing', async () => {
    const guest = await Client.guest(product.url)
    expect((await guest.oneShot(page(), { options: '{' }, key)).status).toBe(422)
    expect((await guest.oneShot(page(photo.jpeg.subarray(0, 2_000)), small, key)).status).toBe(422)
    expect((await guest.oneShot(page(), small, key)).status).toBe(200)
  })
})
