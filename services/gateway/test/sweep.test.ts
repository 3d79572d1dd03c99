import { Client, jobOf, problemOf } from '@equerre/testkit/client'
import { photographDocument, type Picture } from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import { createHash } from 'node:crypto'
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { objectsOf, rows, until } from './support/observe.ts'

let product: Product
let photo: Picture
beforeAll(async () => {
  product = await startProduct()
  photo = await photographDocument({ seed: 41, width: 800, height: 600, coverage: 0.5 })
})
afterAll(() => product.stop())

/** The gateway sweeps on startup; so it walks through the storage, if no gateway has within the hour. */
const sweepNow = async () => {
  await rows(product, 'delete from gateway.turns')
  await product.restart('gateway')
}
const send = (guest: Client) => guest.ingest({ bytes: photo.jpeg, name: 'bail.jpg' })

it('an expired file is erased, held credits are given back, and its address answers 410', async () => {
  const guest = await Client.guest(product.url)
  const { ingestion_id, artifacts } = (await send(guest)).body
  const young = (await send(guest)).body
  await product.kill('vision-worker')
  const asked = await guest.rectify({ ingestion_id }, { Prefer: 'respond-async' })
  expect(await guest.credits()).toBe(9)
  await rows(product, 'update gateway.ingestions set expires_at = now() where id = $1', [ingestion_id])
  expect((await guest.detect({ ingestion_id })).status).toBe(410)
  expect((await guest.bytes(artifacts.preview_path)).status).toBe(410)
  // Even before the sweep, nothing about an expired file is revealed, not even its name.
  const told = [
    await guest.item(ingestion_id),
    await guest.ask(`/api/v1/detourage/jobs/${jobOf(asked).id}`),
    await guest.ask('/api/v1/detourage/ingestions'),
  ]
  expect(told.map(({ status }) => status)).toEqual([410, 410, 200])
  expect(JSON.stringify(told[2]!.body)).not.toContain(ingestion_id)
  await sweepNow()
  await until(async () => objectsOf(product, ingestion_id).length === 0)
  expect(await guest.credits()).toBe(10)
  const gone = await guest.item(ingestion_id)
  expect([gone.status, problemOf(gone).code]).toEqual([410, 'expired'])
  expect((await guest.ask(`/api/v1/detourage/jobs/${jobOf(asked).id}`)).status).toBe(404)
  const kept = await rows(
    product,
    'select name, mime, bytes, sha256, pages from gateway.ingestions where id = $1',
    [ingestion_id],
  )
  expect(kept).toEqual([{ name: '', mime: null, bytes: null, sha256: null, pages: null }])
  const list = await guest.ask<{ ingestions: { id: string }[] }>('/api/v1/detourage/ingestions')
  expect(list.body.ingestions.map(({ id }) => id)).toEqual([young.ingestion_id])
  expect(objectsOf(product, young.ingestion_id).length).toBeGreaterThan(0)
  await product.restart('vision-worker')
})

it('unfinished uploads and orphaned objects are erased after ten minutes, not before', async () => {
  const guest = await Client.guest(product.url)
  const [owner] = await rows<{ id: string }>(
    product,
    'select id from gateway.guests order by created_at desc limit 1',
  )
  const receive = (id: string, minutesAgo: number) =>
    rows(
      product,
      `insert into gateway.ingestions (id, owner_id, state, name, created_at, expires_at)
       values ($1, $2, 'receiving', 'a.jpg', now() - $3 * interval '1 minute', now() + interval '1 day')`,
      [id, owner!.id, minutesAgo],
    )
  const [old, fresh] = ['0b0f6a30-0000-4000-8000-000000000001', '0b0f6a30-0000-4000-8000-000000000002']
  const expected = '0b0f6a30-0000-4000-8000-000000000005'
  await receive(old, 11)
  await receive(fresh, 9)
  // One that is still to be fetched has a step, which ends it in time.
  await receive(expected, 12)
  await rows(
    product,
    `insert into gateway.steps (id, ingestion_id, owner_id, wallet_id, kind, page, input, lane, request_id, deadline_at)
     values ($1, $1, $2, $2, 'ingest', 1, '{"address":"sealed"}', 'courier-fetch', 'r', now() + interval '1 hour')`,
    [expected, owner!.id],
  )
  for (const id of [old, fresh]) leaveObject(id, 1)
  const [lost, arriving] = ['0b0f6a30-0000-4000-8000-000000000003', '0b0f6a30-0000-4000-8000-000000000004']
  leaveObject(lost, 11)
  leaveObject(arriving, 9)
  await sweepNow()
  await until(async () => objectsOf(product, old).length === 0 && objectsOf(product, lost).length === 0)
  expect(objectsOf(product, fresh)).toHaveLength(1)
  expect(objectsOf(product, arriving)).toHaveLength(1)
  const receiving = await rows(
    product,
    `select id from gateway.ingestions where state = 'receiving' order by id`,
  )
  expect(receiving).toEqual([{ id: fresh }, { id: expected }])
  expect(await guest.credits()).toBe(10)
})

it('a guest is deleted once its cookie has expired everywhere, but not while it has a file', async () => {
  const [idle, busy, young] = [
    await Client.guest(product.url),
    await Client.guest(product.url),
    await Client.guest(product.url),
  ]
  await send(busy)
  const idOf = async (guest: Client) => {
    const hash = createHash('sha256').update(guest.cookies.get('guest_key')!).digest()
    const [row] = await rows<{ id: string }>(product, 'select id from gateway.guests where key_hash = $1', [
      hash,
    ])
    return row?.id
  }
  const age = async (guest: Client, days: number) =>
    rows(product, `update gateway.guests set created_at = now() - $2 * interval '1 day' where id = $1`, [
      await idOf(guest),
      days,
    ])
  await age(idle, 366)
  await age(busy, 366)
  await age(young, 364)
  await sweepNow()
  await until(async () => (await idOf(idle)) === undefined)
  expect(await idOf(busy)).toBeDefined()
  expect(await idOf(young)).toBeDefined()
  expect(await young.credits()).toBe(10)
})

/** An object left by a gateway that died in the middle of an upload. */
function leaveObject(ingestionId: string, minutesAgo: number): void {
  const dir = path.join(product.storageDir, 'ingestions', ingestionId)
  mkdirSync(dir, { recursive: true })
  writeFileSync(path.join(dir, 'original'), 'half a file')
  const then = Date.now() / 1_000 - minutesAgo * 60
  utimesSync(path.join(dir, 'original'), then, then)
}
