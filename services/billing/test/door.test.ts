import { openDoor, type Door } from '@equerre/platform/http'
import { createDatabase, type TestDatabase } from '@equerre/testkit/database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readBillingConfig } from '../src/config.ts'
import { createContext, type Context } from '../src/context.ts'
import { createBilling } from '../src/http/routes.ts'

const token = 'a token that only the inner network knows'
let database: TestDatabase
let ctx: Context
let door: Door

beforeAll(async () => {
  database = await createDatabase()
  ctx = createContext(configFor(database.urls.billing))
  door = await openDoor(createBilling(ctx), { host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await door.close()
  await ctx.close()
  await database.drop()
})

function configFor(url: string) {
  return readBillingConfig({ DATABASE_URL: url, INTERNAL_TOKEN: token, PORT: '0', LOG_LEVEL: 'fatal' })
}

async function statusOf(port: number, path: string, authorization?: string): Promise<number> {
  const headers = authorization === undefined ? {} : { Authorization: authorization }
  return (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).status
}

it('answers its probes without a token', async () => {
  expect(await statusOf(door.port, '/healthz')).toBe(200)
  expect(await statusOf(door.port, '/readyz')).toBe(200)
})

it('lives, and is not ready, without its database', async () => {
  const lost = createContext(configFor('postgres://billing@127.0.0.1:1/nothing'))
  const lostDoor = await openDoor(createBilling(lost), { host: '127.0.0.1', port: 0 })
  expect(await statusOf(lostDoor.port, '/healthz')).toBe(200)
  expect(await statusOf(lostDoor.port, '/readyz')).toBe(503)
  await lostDoor.close()
  await lost.close()
})

it('answers 401 to everything else without the token, 404 with it', async () => {
  expect(await statusOf(door.port, '/packs')).toBe(401)
  expect(await statusOf(door.port, '/packs', 'Bearer no')).toBe(401)
  expect(await statusOf(door.port, '/packs', token)).toBe(401)
  expect(await statusOf(door.port, '/packs', `Bearer ${token}`)).toBe(404)
})
