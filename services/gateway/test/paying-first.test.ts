import type { ApiKeys } from '@equerre/contract/identity'
import { Client, jobOf } from '@equerre/testkit/client'
import { photographDocument, type Picture } from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import { signIn } from '@equerre/testkit/sign-in'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { crowdGuests } from './support/config.ts'
import { rows } from './support/observe.ts'

/** A crowd of free guests on one address, and how little it delays customers and guests elsewhere. */

const crowdAddress = '203.0.113.5'
const guests = crowdGuests
const detectsEach = 8
const slots = 2

let product: Product
let photo: Picture
beforeAll(async () => {
  product = await startProduct({
    env: {
      TRUST_PROXY: '1',
      WORKER_SLOTS: String(slots),
      // Lanes count as late soon, so that there is load to shed.
      QUEUE_AGE_SECONDS_MAX: '1',
      GUEST_QUEUE_AGE_SECONDS_MAX: '1',
      COOKIE_REQUESTS_PER_MINUTE: '600000',
      REQUEST_BURST: '10000',
    },
  })
  photo = await photographDocument({ seed: 21, width: 800, height: 600, coverage: 0.5 })
})
afterAll(() => product.stop())

const upload = () => ({ bytes: photo.jpeg, name: 'page.jpg' })
const later = { Prefer: 'respond-async' }

/** A client with the key of an account that has bought credits. */
async function payingKey(): Promise<Client> {
  const person = await signIn(product.url, { person: 'new', email: `${randomUUID()}@exemple.test` })
  const { api_key } = (await person.ask<ApiKeys>('/api/api-key/me')).body
  const [user] = await rows<{ id: string }>(
    product,
    'select id from auth.users order by created_at desc limit 1',
  )
  await rows(product, `select billing."grant"($1, 50, $2, 'achat')`, [user!.id, randomUUID()])
  return new Client(product.url, api_key)
}

async function guestFrom(address: string): Promise<Client> {
  const guest = new Client(product.url, undefined, { 'X-Forwarded-For': address })
  await guest.credits()
  return guest
}

/** Makes the crowd request more than the workers can do in seconds, without waiting. @returns the statuses of the answers */
async function sendCrowd(): Promise<number[]> {
  const crowd = await Promise.all(Array.from({ length: guests }, () => guestFrom(crowdAddress)))
  const files = await Promise.all(crowd.map((guest) => guest.ingest(upload())))
  const asked = crowd.flatMap((guest, i) => {
    const { ingestion_id } = files[i]!.body
    return Array.from({ length: detectsEach }, () => guest.detect({ ingestion_id }, later))
  })
  return (await Promise.all(asked)).map(({ status }) => status)
}

/** How many steps of others ended between this one's acceptance and its end. */
async function stepsEndedDuring(stepId: string): Promise<number> {
  const [found] = await rows<{ count: number }>(
    product,
    `select count(*)::int as count from gateway.steps other join gateway.steps one on one.id = $1
     where other.owner_id <> one.owner_id and other.finished_at between one.created_at and one.finished_at`,
    [stepId],
  )
  return found!.count
}

/** Sends a photograph through all three steps. @returns the statuses, and how many other steps ended before the detect */
async function straighten(client: Client): Promise<{ statuses: number[]; behind: number }> {
  const ingested = await client.ingest(upload())
  const { ingestion_id } = ingested.body
  const asked = await client.detect({ ingestion_id }, later)
  const detected = await client.settle(jobOf(asked).id)
  const rectified = await client.rectify({ ingestion_id, options: '{"dpi":72}' })
  return {
    statuses: [ingested.status, asked.status, detected.status, rectified.status],
    behind: await stepsEndedDuring(jobOf(asked).id),
  }
}

describe('while a crowd of guests on one address requests more than there is', () => {
  it('a paying key is never refused and goes ahead of the crowd, and so does a guest elsewhere', async () => {
    const [key, neighbour] = [await payingKey(), await guestFrom('198.51.100.20')]
    const crowd = await sendCrowd()
    expect(crowd.filter((status) => status === 202).length).toBeGreaterThan(20)
    for (let i = 0; i < 2; i++) {
      const [paid, free] = await Promise.all([straighten(key), straighten(neighbour)])
      expect(paid.statuses).toEqual([200, 202, 200, 200])
      expect(free.statuses).toEqual([200, 202, 200, 200])
      // Running steps are not interrupted, and while its own step runs in one slot, the others finish some more.
      expect(paid.behind).toBeLessThanOrEqual(3 * slots)
      expect(free.behind).toBeLessThanOrEqual(3 * slots + 1)
    }
    const [left] = await rows<{ count: number }>(
      product,
      `select count(*)::int as count from gateway.steps where state in ('waiting', 'dispatched')`,
    )
    expect(left!.count).toBeGreaterThan(0)
  })
})
