import { apiKeyPattern } from '@equerre/contract/api-key'
import { getMe, principalHeader } from '@equerre/contract/identity'
import { openDoor, type Door } from '@equerre/platform/http'
import { createDatabase, type TestDatabase } from '@equerre/testkit/database'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readAuthConfig } from '../src/config.ts'
import { createContext, type Context } from '../src/context.ts'
import { ensureKeys } from '../src/flow/issue-keys.ts'
import { createAuth } from '../src/http/routes.ts'
import { testVariables } from './variables.ts'

const token = 'a token that only the inner network knows'
let database: TestDatabase
let ctx: Context
let door: Door

beforeAll(async () => {
  database = await createDatabase()
  ctx = createContext(configFor(database.urls.auth))
  door = await openDoor(createAuth(ctx), { host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await door.close()
  await ctx.close()
  await database.drop()
})

const configFor = (url: string) =>
  readAuthConfig({ ...testVariables, INTERNAL_TOKEN: token, DATABASE_URL: url })

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`http://127.0.0.1:${door.port}${path}`, { headers })
  return { status: response.status, body: await response.json() }
}

const asGateway = (principal?: string) => ({
  Authorization: `Bearer ${token}`,
  ...(principal === undefined ? {} : { [principalHeader]: principal }),
})

async function signUp(name: string | null): Promise<string> {
  const id = randomUUID()
  await ctx.db
    .insertInto('users')
    .values({ id, google_subject: id, email: `${id}@example.test`, name })
    .execute()
  await ensureKeys(ctx, ctx.db, id)
  return id
}

describe('the probes', () => {
  it('answer without a token', async () => {
    expect(await get('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
    expect(await get('/readyz')).toMatchObject({ status: 200, body: { status: 'ok' } })
  })

  it('distinguish a live process from a ready one', async () => {
    const lost = createContext(configFor('postgres://auth@127.0.0.1:1/nothing'))
    const lostDoor = await openDoor(createAuth(lost), { host: '127.0.0.1', port: 0 })
    const status = async (path: string) => (await fetch(`http://127.0.0.1:${lostDoor.port}${path}`)).status
    expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 503])
    await lostDoor.close()
    await lost.close()
  })
})

describe('GET /me', () => {
  it('D-01: returns a user’s name, address and credits', async () => {
    const id = await signUp('Alice Martin')
    const answer = await get('/me', asGateway(`user:${id}`))
    expect(answer.status).toBe(200)
    expect(getMe.reply.parse(answer.body)).toEqual({
      email: `${id}@example.test`,
      name: 'Alice Martin',
      credits: 0,
      api_key: expect.stringMatching(apiKeyPattern),
    })
  })

  it('counts only the credits that the user can spend', async () => {
    const id = await signUp(null)
    await openWallet(id)
    const { body } = await get('/me', asGateway(`user:${id}`))
    expect(body).toMatchObject({ name: null, credits: 4 })
  })

  it.each([
    ['a guest', asGateway(`guest:${randomUUID()}`)],
    ['a user who is gone', asGateway(`user:${randomUUID()}`)],
    ['nobody', asGateway()],
    ['a malformed principal', asGateway('user:1 or 1=1')],
    ['a caller without the token', { [principalHeader]: `user:${randomUUID()}` }],
    [
      'a caller with another token',
      { Authorization: `Bearer ${token}x`, [principalHeader]: `user:${randomUUID()}` },
    ],
  ])('answers 401 to %s', async (_who, headers) => {
    expect(await get('/me', headers)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
  })
})

describe('an unknown path', () => {
  it('answers 404 to the gateway and 401 to anyone else', async () => {
    expect(await get('/users', asGateway())).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await get('/users')).toMatchObject({ status: 401 })
  })
})

/** A wallet with 5 credits, one of them held. */
async function openWallet(id: string): Promise<void> {
  const gateway = createContext(configFor(database.urls.gateway))
  await sql`select billing.top_up(${id}, 5)`.execute(gateway.db)
  await sql`select billing.hold(${id}, 'a step', 1)`.execute(gateway.db)
  await gateway.close()
}
