import { Client, jobOf, type Reply } from '@equerre/testkit/client'
import { photographDocument } from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rows } from './support/observe.ts'

// Rate limits that would refuse such a crowd are not tested here.
const env = { GUEST_CREDITS: '50', COOKIE_REQUESTS_PER_MINUTE: '600000', REQUEST_BURST: '10000' }

let product: Product
beforeAll(async () => {
  product = await startProduct({ env })
})
afterAll(() => product.stop())

it('of 200 parallel rectifies on 50 credits, 50 are done and 150 refused, with a balance of 0', async () => {
  const guest = await Client.guest(product.url)
  expect(await guest.credits()).toBe(50)
  const photo = await photographDocument({ seed: 51, width: 400, height: 300, coverage: 0.5 })
  const { ingestion_id } = (await guest.ingest({ bytes: photo.jpeg, name: 'a.jpg' })).body
  await guest.detect({ ingestion_id })
  const asked = Array.from({ length: 200 }, () =>
    decided(() => guest.rectify({ ingestion_id, options: '{"dpi":72}' }, { Prefer: 'respond-async' })),
  )
  const replies = await Promise.all(asked)
  const accepted = replies.filter(({ status }) => status === 202)
  expect([accepted.length, replies.filter(({ status }) => status === 402).length]).toEqual([50, 150])
  expect(await guest.credits()).toBe(0)
  const done = await Promise.all(accepted.map((reply) => guest.settle(jobOf(reply).id)))
  expect(done.map(({ status }) => status)).toEqual(Array(50).fill(200))
  expect(await guest.credits()).toBe(0)
  const [wallet] = await rows(product, 'select posted, held from billing.wallets where posted = 0')
  expect(wallet).toEqual({ posted: 0, held: 0 })
})

it('of 1,000 parallel free top-ups one succeeds', async () => {
  const guest = await Client.guest(product.url)
  const asked = Array.from({ length: 1_000 }, () =>
    decided(() => guest.ask('/api/credits/add', { method: 'POST' })),
  )
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(999).fill(429)])
  expect(await guest.credits()).toBe(55)
})

/** Asks again while the service is too busy, as its clients do: on a slow machine so many outwait the database's pool. */
async function decided<Body>(ask: () => Promise<Reply<Body>>): Promise<Reply<Body>> {
  for (;;) {
    const reply = await ask()
    if (reply.status !== 503) return reply
    await sleep((Number(reply.headers.get('Retry-After')) || 1) * 1_000)
  }
}
