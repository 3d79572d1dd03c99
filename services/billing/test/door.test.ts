import { startStripeStandIn } from '@equerre/local/stand-ins/stripe'
import { ConfigError } from '@equerre/platform/config'
import { openDoor, type Door } from '@equerre/platform/http'
import { createDatabase, type TestDatabase } from '@equerre/testkit/database'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
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

const variables = {
  INTERNAL_TOKEN: token,
  PORT: '0',
  LOG_LEVEL: 'fatal',
  REDIS_URL: 'redis://127.0.0.1:1',
  STRIPE_SECRET_KEY: 'sk_test_stand_in',
  STRIPE_WEBHOOK_SECRET: 'whsec_stand_in',
}

function configFor(url: string) {
  return readBillingConfig({ ...variables, DATABASE_URL: url })
}

async function statusOf(port: number, path: string, authorization?: string): Promise<number> {
  const headers = authorization === undefined ? {} : { Authorization: authorization }
  return (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).status
}

it('answers its probes without a token', async () => {
  expect(await statusOf(door.port, '/healthz')).toBe(200)
  expect(await statusOf(door.port, '/readyz')).toBe(200)
})

it('is live but not ready without its database', async () => {
  const lost = createContext(configFor('postgres://billing@127.0.0.1:1/nothing'))
  const lostDoor = await openDoor(createBilling(lost), { host: '127.0.0.1', port: 0 })
  expect(await statusOf(lostDoor.port, '/healthz')).toBe(200)
  expect(await statusOf(lostDoor.port, '/readyz')).toBe(503)
  await lostDoor.close()
  await lost.close()
})

it('answers anything else with 401 without the token and 404 with it', async () => {
  expect(await statusOf(door.port, '/packs')).toBe(401)
  expect(await statusOf(door.port, '/packs', 'Bearer no')).toBe(401)
  expect(await statusOf(door.port, '/packs', token)).toBe(401)
  expect(await statusOf(door.port, '/packs', `Bearer ${token}`)).toBe(404)
})

describe('in production', () => {
  const live = {
    ...variables,
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://billing@127.0.0.1/equerre',
    STRIPE_SECRET_KEY: 'rk_live_0123456789',
    STRIPE_WEBHOOK_SECRET: 'whsec_0123456789',
  }

  it('starts with live keys, and as staging with test keys', () => {
    expect(readBillingConfig(live).NODE_ENV).toBe('production')
    const staging = { ...live, STAGE: 'staging', STRIPE_SECRET_KEY: 'sk_test_0123456789' }
    expect(readBillingConfig(staging).STAGE).toBe('staging')
  })

  it.each([
    { STRIPE_SECRET_KEY: '' },
    { STRIPE_SECRET_KEY: 'sk_test_0123456789' },
    { STAGE: 'staging' },
    { STRIPE_WEBHOOK_SECRET: 'anything' },
    { STRIPE_API_URL: 'http://127.0.0.1:12111' },
  ])('refuses to start with %o', (change) => {
    expect(() => readBillingConfig({ ...live, ...change })).toThrow(ConfigError)
  })

  it('has no stand-in for Stripe', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    await expect(startStripeStandIn('http://127.0.0.1:1')).rejects.toThrow(/production/)
    vi.unstubAllEnvs()
  })
})

it('answers 503 while the queue is down, so that Stripe tries again', async () => {
  const payload = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'checkout.session.completed',
    data: { object: { id: 'cs_1' } },
  })
  const secret = variables.STRIPE_WEBHOOK_SECRET
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret })
  const headers = { Authorization: `Bearer ${token}`, 'Stripe-Signature': signature }
  const reply = await fetch(`http://127.0.0.1:${door.port}/stripe/webhook`, {
    method: 'POST',
    body: payload,
    headers,
  })
  expect(reply.status).toBe(503)
})
