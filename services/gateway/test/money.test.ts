import { Client, jobOf, problemOf } from '@equerre/testkit/client'
import { photographDocument, type Picture } from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let product: Product
let photo: Picture
beforeAll(async () => {
  product = await startProduct()
  photo = await photographDocument({ seed: 11, width: 800, height: 600, coverage: 0.5 })
})
afterAll(() => product.stop())

const small = '{"dpi":72}'

async function guestWithFile(): Promise<{ guest: Client; ingestion_id: string }> {
  const guest = await Client.guest(product.url)
  const { ingestion_id } = (await guest.ingest({ bytes: photo.jpeg, name: 'page.jpg' })).body
  return { guest, ingestion_id }
}

function times<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, i) => work(i)))
}

describe('credits', () => {
  it('let exactly 8 of 20 parallel rectifies through on 8 credits', async () => {
    const { guest, ingestion_id } = await guestWithFile()
    for (let i = 0; i < 2; i++) await guest.rectify({ ingestion_id, options: small })
    expect(await guest.credits()).toBe(8)

    const replies = await times(20, () =>
      guest.rectify({ ingestion_id, options: small }, { Prefer: 'respond-async' }),
    )
    const accepted = replies.filter(({ status }) => status === 202)
    const refused = replies.filter(({ status }) => status === 402)
    expect([accepted.length, refused.length]).toEqual([8, 12])
    expect(problemOf(refused[0]!)).toMatchObject({
      code: 'credits_exhausted',
      detail: 'Crédits insuffisants.',
    })
    const done = await Promise.all(accepted.map((reply) => guest.settle(jobOf(reply).id)))
    expect(done.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(await guest.credits()).toBe(0)
  })

  it('G03 N-03: are topped up once, by five, whatever is requested', async () => {
    const guest = await Client.guest(product.url)
    const add = () =>
      guest.ask<{ credits: number; added: number }>('/api/credits/add?amount=500', { method: 'POST' })
    const replies = await times(60, add)
    expect(replies.filter(({ status }) => status === 200).map(({ body }) => body)).toEqual([
      { credits: 15, added: 5 },
    ])
    const refusals = replies.filter(({ status }) => status === 429)
    expect(refusals).toHaveLength(59)
    expect(problemOf(refusals[0]!).code).toBe('free_topup_used')
    expect(await guest.credits()).toBe(15)
  })

  const forms = ['0x5', '5e0', '%205', '%2B5', '5.0', '05', '5%20']
  it.each(['-1', '0', 'abc', '1e9', '1.5', '', '5&amount=5', 'NaN', '١', ...forms])(
    'are not topped up by amount=%s',
    async (amount) => {
      const guest = await Client.guest(product.url)
      const reply = await guest.ask(`/api/credits/add?amount=${amount}`, { method: 'POST' })
      expect(reply.status).toBe(422)
      expect(await guest.credits()).toBe(10)
    },
  )
})

describe('an idempotency key', () => {
  it('makes 100 identical concurrent rectifies one execution, one debit and 100 equal answers', async () => {
    const { guest, ingestion_id } = await guestWithFile()
    const replies = await times(100, () =>
      guest.rectify({ ingestion_id, options: small }, { 'Idempotency-Key': 'facture-17' }),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array(100).fill(200))
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(new Set(replies.map(({ headers }) => headers.get('X-Credits-Remaining')))).toEqual(new Set(['9']))
    expect(replies.filter(({ headers }) => headers.get('Idempotent-Replayed') === 'true')).toHaveLength(99)
    expect(await guest.credits()).toBe(9)
  })

  it('is refused for a different request, and independent of other guests’ keys', async () => {
    const { guest, ingestion_id } = await guestWithFile()
    const key = { 'Idempotency-Key': 'k' }
    expect((await guest.rectify({ ingestion_id, options: small }, key)).status).toBe(200)
    const other = await guest.rectify({ ingestion_id, options: '{"dpi":73}' }, key)
    expect(other.status).toBe(422)
    expect(problemOf(other).code).toBe('idempotency_mismatch')
    // The same request with its options written differently.
    const again = await guest.rectify({ ingestion_id, options: '{ "relighting": false, "dpi": 72 }' }, key)
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    const second = await guestWithFile()
    const theirs = await second.guest.rectify({ ingestion_id: second.ingestion_id, options: small }, key)
    expect(theirs.headers.get('Idempotent-Replayed')).toBeNull()
    expect(await guest.credits()).toBe(9)
  })

  it('gives the same file the same ingestion, and keeps no second copy', async () => {
    const guest = await Client.guest(product.url)
    const send = (name: string, bytes = photo.jpeg) =>
      guest.ingest({ bytes, name }, { 'Idempotency-Key': 'envoi' })
    const first = await send('a.jpg')
    const second = await send('a.jpg')
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('Idempotent-Replayed')).toBe('true')
    const other = await photographDocument({ seed: 12, width: 800, height: 600 })
    expect((await send('a.jpg', other.jpeg)).status).toBe(422)
    const list = await guest.ask<{ ingestions: unknown[] }>('/api/v1/detourage/ingestions')
    expect(list.body.ingestions).toHaveLength(1)
  })

  it('is released by a request that came to nothing', async () => {
    const guest = await Client.guest(product.url)
    const key = { 'Idempotency-Key': 'essai' }
    expect((await guest.ingest({ bytes: Buffer.from('du texte'), name: 'a.jpg' }, key)).status).toBe(415)
    const broken = photo.jpeg.subarray(0, photo.jpeg.length / 2)
    expect((await guest.ingest({ bytes: broken, name: 'a.jpg' }, key)).status).toBe(422)
    expect((await guest.ingest({ bytes: photo.jpeg, name: 'a.jpg' }, key)).status).toBe(200)
  })

  it('of a free top-up repeats its answer', async () => {
    const guest = await Client.guest(product.url)
    const add = () =>
      guest.ask('/api/credits/add', { method: 'POST', headers: { 'Idempotency-Key': 'cadeau' } })
    expect((await add()).body).toEqual({ credits: 15, added: 5 })
    const again = await add()
    expect(again.body).toEqual({ credits: 15, added: 5 })
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
  })

  it.each(['', 'x'.repeat(256)])('has 1 to 255 characters', async (key) => {
    const { guest, ingestion_id } = await guestWithFile()
    const reply = await guest.rectify({ ingestion_id, options: small }, { 'Idempotency-Key': key })
    expect(reply.status).toBe(422)
    expect(await guest.credits()).toBe(10)
  })
})
