import type { RunningJob } from '@equerre/contract/detourage'
import type { Item } from '@equerre/contract/item'
import { Client, jobOf } from '@equerre/testkit/client'
import { photographDocument, type Picture } from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import { signIn } from '@equerre/testkit/sign-in'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rows, until } from './support/observe.ts'

let product: Product
let photo: Picture
beforeAll(async () => {
  product = await startProduct()
  photo = await photographDocument({ seed: 31, page: 'letter', background: 'wood', coverage: 0.5 })
})
afterAll(() => product.stop())

const small = '{"dpi":72}'
const newcomer = () => ({ person: 'new', email: `${randomUUID()}@exemple.test` }) as const
const upload = async (client: Client) =>
  (await client.ingest({ bytes: photo.jpeg, name: 'page.jpg' })).body.ingestion_id
const filesOf = async (client: Client) => {
  const { body } = await client.ask<{ ingestions: Item[] }>('/api/v1/detourage/ingestions')
  return body.ingestions.map(({ id }) => id)
}
const becomes = (guest: Client) => signIn(product.url, newcomer(), guest)

/** The same browser without its session: what remains of the guest. */
function asGuest(client: Client): Client {
  const guest = new Client(product.url)
  for (const name of ['guest_key', 'cookie_credits']) guest.cookies.set(name, client.cookies.get(name) ?? '')
  return guest
}

describe('a guest who signs in', () => {
  it('keeps credits, files, results and idempotency keys', async () => {
    const client = await Client.guest(product.url)
    const ingestion_id = await upload(client)
    const key = { 'Idempotency-Key': 'une-fois' }
    const first = await client.rectify({ ingestion_id, options: small }, key)
    await client.ask('/api/credits/add', { method: 'POST' })
    await becomes(client)

    expect(await client.credits()).toBe(14)
    expect(await filesOf(client)).toEqual([ingestion_id])
    expect((await client.bytes(first.body.artifacts.warped_path ?? '')).status).toBe(200)
    const again = await client.rectify({ ingestion_id, options: small }, key)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    expect(await client.credits()).toBe(14)
    // The page was paid for by the guest: correcting it is free for the account.
    const corners = '{"dpi":72,"corners":[[0.1,0.1],[0.9,0.1],[0.9,0.9],[0.1,0.9]]}'
    const corrected = await client.rectify({ ingestion_id, options: corners })
    expect([
      corrected.headers.get('X-Credits-Charged'),
      corrected.headers.get('X-Credits-Remaining'),
    ]).toEqual(['0', '14'])
  })

  it('leaves nothing behind under the guest cookie, and the mirror shows it', async () => {
    const client = await Client.guest(product.url)
    const ingestion_id = await upload(client)
    await becomes(client)
    await client.ask('/api/me')
    expect(client.cookies.get('cookie_credits')).toBe('0')
    const guest = asGuest(client)
    expect(await guest.credits()).toBe(0)
    expect(await filesOf(guest)).toEqual([])
    expect((await guest.item(ingestion_id)).status).toBe(404)
    expect((await guest.ask('/api/credits/add', { method: 'POST' })).status).toBe(429)
  })

  it('is adopted once by twenty requests at once', async () => {
    const client = await Client.guest(product.url)
    const files = [await upload(client), await upload(client)]
    await becomes(client)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => client.ask<{ credits: number }>('/api/credits/me')),
    )
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.credits}`))).toEqual(
      new Set(['200 10']),
    )
    expect((await filesOf(client)).toSorted()).toEqual(files.toSorted())
    const merges = await rows(
      product,
      `select 1 from billing.entries e join gateway.guests g on g.id = e.wallet_id
       join gateway.ingestions i on i.owner_id = g.merged_into and i.id = $1 where e.kind = 'move_out'`,
      [files[0]],
    )
    expect(merges).toHaveLength(1)
  })

  it('gets back the credit held for a step that fails after the merge', async () => {
    const client = await Client.guest(product.url)
    const ingestion_id = await upload(client)
    await product.kill('vision-worker')
    const job = jobOf(await client.rectify({ ingestion_id, options: small }, { Prefer: 'respond-async' }))
    await becomes(client)
    expect(await client.credits()).toBe(9)
    expect((await client.ask<RunningJob>(`/api/v1/detourage/jobs/${job.id}`)).status).toBe(202)
    expect((await client.erase(ingestion_id)).status).toBe(200)
    expect(await client.credits()).toBe(10)
    await product.restart('vision-worker')
  })

  it('pays from the guest’s hold for a step that succeeds after the merge', async () => {
    const client = await Client.guest(product.url)
    const ingestion_id = await upload(client)
    await product.kill('vision-worker')
    const job = jobOf(await client.rectify({ ingestion_id, options: small }, { Prefer: 'respond-async' }))
    await becomes(client)
    expect(await client.credits()).toBe(9)
    await product.restart('vision-worker')
    const done = await client.settle(job.id)
    expect(done.status).toBe(200)
    expect([done.headers.get('X-Credits-Charged'), done.headers.get('X-Credits-Remaining')]).toEqual([
      '1',
      '9',
    ])
    expect(await client.credits()).toBe(9)
  })

  it('as a second guest brings its files, but not its credits', async () => {
    const choice = newcomer()
    const first = await signIn(product.url, choice, await Client.guest(product.url))
    expect(await first.credits()).toBe(10)
    const second = await Client.guest(product.url)
    const ingestion_id = await upload(second)
    await signIn(product.url, choice, second)
    expect(await second.credits()).toBe(10)
    expect(await filesOf(second)).toEqual([ingestion_id])
  })

  it('and later works as a guest again finds those files in the account too', async () => {
    const choice = newcomer()
    const client = await signIn(product.url, choice, await Client.guest(product.url))
    expect(await client.credits()).toBe(10)
    await client.ask('/api/logout', { method: 'POST' })
    const ingestion_id = await upload(client)
    expect((await client.rectify({ ingestion_id, options: small })).status).toBe(402)
    await signIn(product.url, choice, client)
    expect(await filesOf(client)).toEqual([ingestion_id])
    expect(await client.credits()).toBe(10)
  })

  it('in the middle of an upload loses nothing', async () => {
    const client = await Client.guest(product.url)
    const guest = asGuest(client)
    const uploads = Array.from({ length: 6 }, () => upload(guest))
    await becomes(client)
    const merging = Array.from({ length: 6 }, () => client.credits())
    const ids = await Promise.all(uploads)
    await Promise.all(merging)
    await until(async () => (await filesOf(client)).length === 6)
    expect((await filesOf(client)).toSorted()).toEqual(ids.toSorted())
    const [strays] = await rows<{ count: number }>(
      product,
      `select count(*)::int as count from gateway.steps s join gateway.ingestions i on i.id = s.ingestion_id
       where s.owner_id <> i.owner_id`,
    )
    expect(strays?.count).toBe(0)
  })

  it('is topped up only once together with the account, whichever comes first', async () => {
    const topUp = (client: Client) => client.ask<{ added: number }>('/api/credits/add', { method: 'POST' })
    // The account first, then the guest: a second browser of the same person.
    const choice = newcomer()
    const account = await signIn(product.url, choice, new Client(product.url))
    expect((await topUp(account)).body.added).toBe(5)
    const guest = await Client.guest(product.url)
    expect((await topUp(guest)).body.added).toBe(5)
    await signIn(product.url, choice, guest)
    expect([await guest.credits(), await account.credits()]).toEqual([15, 15])
    // After signing out this is a new guest, with its own credits until the next sign-in.
    await guest.ask('/api/logout', { method: 'POST' })
    guest.cookies.delete('guest_key')
    expect(await guest.credits()).toBe(10)
    await topUp(guest)
    await signIn(product.url, choice, guest)
    expect(await guest.credits()).toBe(15)
    expect((await topUp(guest)).status).toBe(429)

    // The guest first, all of it spent, then the account.
    const spender = await Client.guest(product.url)
    await topUp(spender)
    const [row] = await rows<{ id: string }>(
      product,
      'select id from gateway.guests order by created_at desc limit 1',
    )
    await rows(product, `select billing.hold($1, 'tout', 15), billing.capture($1, 'tout')`, [row?.id])
    await becomes(spender)
    expect(await spender.credits()).toBe(0)
    expect((await topUp(spender)).status).toBe(429)
  })

  it('is not adopted by a request with an API key', async () => {
    const guest = await Client.guest(product.url)
    const person = await signIn(product.url, newcomer())
    const { body } = await person.ask<{ api_key: string }>('/api/api-key/me')
    const headers = { 'X-API-Key': body.api_key }
    expect((await guest.ask<{ credits: number }>('/api/credits/me', { headers })).body.credits).toBe(0)
    expect(await guest.credits()).toBe(10)
  })
})
