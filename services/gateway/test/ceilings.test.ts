import { apiKeyBytes, writeApiKey, type KeyKind } from '@equerre/contract/api-key'
import type { getLimits } from '@equerre/contract/read-limits'
import { openDoor } from '@equerre/platform/http'
import { Client } from '@equerre/testkit/client'
import { photographDocument } from '@equerre/testkit/pictures'
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { originsOf } from '../src/core/network.ts'
import { requestStep } from '../src/flow/request-step.ts'
import { createGateway } from '../src/http/routes.ts'
import { useGatewayParts } from './support/gateway-parts.ts'
import { rows } from './support/observe.ts'
import { insertReadyFile } from './support/ready-file.ts'

/** How much each customer may do at once, without workers: nothing that is accepted ends. */

const parts = useGatewayParts({ REQUEST_BURST: '1' })
let door: Awaited<ReturnType<typeof openDoor>>
let url: string
beforeEach(async () => {
  door = await openDoor(createGateway(parts.ctx()), { host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${door.port}`
})
afterEach(() => door.close())

const query = (text: string, parameters: readonly unknown[] = []) =>
  rows<Record<string, unknown>>({ database: parts.database() }, text, [...parameters])

/** An account with a key, and what an operator has agreed with it. */
async function account({ paying = false, kind = 'live' as KeyKind, agreed = [null, null] as unknown[] }) {
  const [id, key] = [randomUUID(), writeApiKey(kind, randomBytes(apiKeyBytes))]
  const hmac = createHmac('sha256', parts.ctx().config.KEY_PEPPER).update(key).digest()
  await query(
    `insert into auth.users (id, google_subject, email, uploads_per_minute, steps_in_flight)
     values ($1, $2, 'client@exemple.test', $3, $4)`,
    [id, randomUUID(), ...agreed],
  )
  await query(`insert into auth.api_keys (id, user_id, hmac, kind, sealed) values ($1, $2, $3, $4, '')`, [
    randomUUID(),
    id,
    hmac,
    kind,
  ])
  if (paying) await query(`select billing."grant"($1, 50, $2, 'achat')`, [id, randomUUID()])
  return { id, paying, client: new Client(url, key) }
}
type Account = Awaited<ReturnType<typeof account>>

const ownOf = async (client: Client) =>
  (await client.ask<z.output<typeof getLimits.reply>>('/api/v1/limits')).body.own

describe('the ceilings of a customer', () => {
  it('are told by /v1/limits to whoever is identified', async () => {
    expect(await ownOf(new Client(url))).toBeNull()
    expect(await ownOf(await Client.guest(url))).toMatchObject({ tier: 'guest', requests_per_minute: 300 })
    const { client: newcomer } = await account({})
    expect(await ownOf(newcomer)).toEqual({
      tier: 'account',
      requests_per_minute: 600,
      uploads_per_minute: 120,
      steps_in_flight: 4,
    })
    const { client: buyer } = await account({ paying: true })
    expect(await ownOf(buyer)).toMatchObject({ tier: 'paying', uploads_per_minute: 300, steps_in_flight: 8 })
    const agreed = [1_200, 32]
    const { client: partner } = await account({ paying: true, agreed })
    expect(await ownOf(partner)).toEqual({
      tier: 'paying',
      requests_per_minute: 2_400,
      uploads_per_minute: 1_200,
      steps_in_flight: 32,
    })
    const { client: test } = await account({ paying: true, agreed, kind: 'test' })
    expect(await ownOf(test)).toMatchObject({ tier: 'account', uploads_per_minute: 120, steps_in_flight: 4 })
  })

  it('are nobody’s with an old session, and a wrong key is refused', async () => {
    const browser = new Client(url)
    browser.cookies.set('session', randomUUID())
    expect(await ownOf(browser)).toBeNull()
    const wrong = new Client(url, writeApiKey('live', randomBytes(apiKeyBytes)))
    expect((await wrong.ask('/api/v1/limits')).status).toBe(401)
  })

  it('hold for steps in flight', async () => {
    const inFlight = async (made: Account) => {
      await detects(made, 12)
      const text = `select count(*)::int as count from gateway.steps where state = 'dispatched' and owner_id = $1`
      return (await query(text, [made.id]))[0]!['count']
    }
    expect(await inFlight(await account({}))).toBe(4)
    expect(await inFlight(await account({ paying: true }))).toBe(8)
    expect(await inFlight(await account({ paying: true, agreed: [null, 11] }))).toBe(11)
  })

  it('hold for uploads', async () => {
    const photo = await photographDocument({ seed: 3, width: 400, height: 300 })
    const file = { bytes: photo.jpeg, name: 'a.jpg' }
    const statuses = async ({ client }: Account) => {
      const asked = Array.from({ length: 12 }, () => client.ingest(file, { Prefer: 'respond-async' }))
      return new Set((await Promise.all(asked)).map(({ status }) => status))
    }
    expect(await statuses(await account({}))).toEqual(new Set([202, 429]))
    expect(await statuses(await account({ agreed: [1_200, null] }))).toEqual(new Set([202]))
  })
})

describe('Retry-After of a job', () => {
  const secondsOf = async ({ client }: Account, stepId: string) => {
    const reply = await client.ask(`/api/v1/detourage/jobs/${stepId}`)
    expect(reply.status).toBe(202)
    return Number(reply.headers.get('Retry-After'))
  }

  it('grows with the jobs that the key has open', async () => {
    const [one, many] = [await account({ paying: true }), await account({ paying: true })]
    expect(await secondsOf(one, (await detects(one, 1))[0]!)).toBe(1)
    // A hundred jobs at half of ten requests a second: every 20 s, give or take half.
    const seconds = await secondsOf(many, (await detects(many, 100)).at(-1)!)
    expect(seconds).toBeGreaterThanOrEqual(10)
    expect(seconds).toBeLessThanOrEqual(30)
  })

  it('grows with the delay of its lane', async () => {
    const late = { timestamp: Date.now() - 80_000 }
    await parts.ctx().queues['vision-detect'].add('detect', {}, late)
    const one = await account({ paying: true })
    const seconds = await secondsOf(one, (await detects(one, 1))[0]!)
    expect(seconds).toBeGreaterThanOrEqual(10)
    expect(seconds).toBeLessThanOrEqual(31)
  })
})

/** Requests detections of a file, none of which will end. @returns their ids */
async function detects({ id: ownerId, paying }: Account, count: number): Promise<string[]> {
  const ingestionId = await insertReadyFile(parts.ctx(), { id: ownerId, test: false })
  const standing = { tier: paying ? 'paying' : 'account', networks: originsOf('203.0.113.5') } as const
  const request = {
    kind: 'detect',
    ownerId,
    standing,
    ingestionId,
    page: 1,
    requestId: 'r',
    test: false,
  } as const
  const ids: string[] = []
  for (let i = 0; i < count; i++)
    ids.push((await requestStep(parts.ctx(), { ...request, idempotencyKey: undefined })).stepId)
  return ids
}
