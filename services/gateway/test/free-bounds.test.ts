import { apiKeyBytes, writeApiKey } from '@equerre/contract/api-key'
import { sessionCookies, type ApiKeys } from '@equerre/contract/identity'
import { Client, problemOf } from '@equerre/testkit/client'
import { photographDocument, type Picture } from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import { signIn } from '@equerre/testkit/sign-in'
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rows, until } from './support/observe.ts'

/** What is free is limited, and so are guesses; the real limits, in the contract, are larger. */

const guesses = 5
const steps = 6

let product: Product
let photo: Picture
beforeAll(async () => {
  photo = await photographDocument({ seed: 21, width: 800, height: 600, coverage: 0.5 })
  product = await startProduct({
    env: {
      TRUST_PROXY: '1',
      WRONG_CREDENTIALS_PER_MINUTE: String(guesses),
      UNPAID_STEPS_PER_HOUR: String(steps),
      UNPAID_BYTES_PER_HOUR: String(3 * photo.jpeg.length),
    },
  })
})
afterAll(() => product.stop())

const from = (address: string) => ({ 'X-Forwarded-For': address })
const upload = () => ({ bytes: photo.jpeg, name: 'page.jpg' })
async function guestFrom(address: string): Promise<Client> {
  const guest = new Client(product.url, undefined, from(address))
  await guest.credits()
  return guest
}
async function account() {
  const person = await signIn(product.url, { person: 'new', email: `${randomUUID()}@exemple.test` })
  return (await person.ask<ApiKeys>('/api/api-key/me')).body
}
const statusOf = async (client: Client) => (await client.ask('/api/v1/detourage/ingestions')).status
const guess = (address: string) =>
  statusOf(new Client(product.url, writeApiKey('live', randomBytes(apiKeyBytes)), from(address)))

describe('guessing', () => {
  it('keys is limited per address, without affecting a valid key from there', async () => {
    const { api_key } = await account()
    const right = () => statusOf(new Client(product.url, api_key, from('203.0.113.1')))
    const answers: number[] = []
    for (let i = 0; i < guesses + 2; i++) answers.push(await guess('203.0.113.1'))
    expect(answers).toEqual([...Array(guesses).fill(401), 429, 429])
    expect(await right()).toBe(200)
    expect(await guess('198.51.100.1')).toBe(401)
    const guest = await guestFrom('203.0.113.1')
    expect(await statusOf(guest)).toBe(200)
  })

  it('sessions is limited too, and an old one shown repeatedly by a browser counts as one guess', async () => {
    const address = '203.0.114.1'
    const browser = (token: string, guest: Client) => {
      const client = new Client(product.url, undefined, from(address))
      for (const [name, value] of guest.cookies) client.cookies.set(name, value)
      client.cookies.set(sessionCookies.plain, token)
      return client
    }
    const guest = await guestFrom(address)
    const old = browser(randomUUID(), guest)
    for (let i = 0; i < guesses + 2; i++) expect(await statusOf(old)).toBe(200)
    const answers: number[] = []
    for (let i = 0; i < guesses; i++) answers.push(await statusOf(browser(randomUUID(), guest)))
    expect(answers).toEqual([...Array(guesses - 1).fill(200), 429])
    expect(await statusOf(old)).toBe(200)
  })
})

describe('free work', () => {
  it('is limited to so many steps an hour for guests and test keys, and unlimited for customers', async () => {
    const { api_key, test_api_key } = await account()
    const [user] = await rows<{ id: string }>(
      product,
      'select id from auth.users order by created_at desc limit 1',
    )
    const clients = [
      await guestFrom('203.0.115.1'),
      new Client(product.url, test_api_key, from('203.0.116.1')),
    ]
    for (const client of clients) {
      const { ingestion_id } = (await client.ingest(upload())).body
      const answers = []
      for (let i = 0; i < steps; i++) answers.push(await client.detect({ ingestion_id }))
      expect(answers.map(({ status }) => status)).toEqual([...Array(steps - 1).fill(200), 429])
      const refused = answers.at(-1)!
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3_000)
      expect(problemOf(refused).detail).toMatch(/^Le travail gratuit .* réessayez dans 60 min/)
    }
    await rows(product, `select billing."grant"($1, 50, $2, 'achat')`, [user!.id, randomUUID()])
    const customer = new Client(product.url, api_key, from('203.0.115.1'))
    const { ingestion_id } = (await customer.ingest(upload())).body
    for (let i = 0; i < steps; i++) expect((await customer.detect({ ingestion_id })).status).toBe(200)
  })

  it('is limited to so many bytes an hour', async () => {
    const guest = await guestFrom('203.0.117.1')
    for (let i = 0; i < 3; i++) expect((await guest.ingest(upload())).status).toBe(200)
    // A file is counted after its answer has been sent.
    await until(async () => (await guest.ingest(upload())).status === 429)
    expect((await (await guestFrom('203.0.118.1')).ingest(upload())).status).toBe(200)
  })
})
