import type { AssemblyReply } from '@equerre/contract/assembly'
import type { IngestReply } from '@equerre/contract/detourage'
import { Client, formOf, problemOf, type Reply } from '@equerre/testkit/client'
import { digitalPdf, photographDocument } from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { objectsOf, rows, until } from './support/observe.ts'

const password = 'le coffre de la rue d’à côté'
const wrong = 'le coffre de la rue d’en face'
const small = { options: '{"dpi":72}' }

let product: Product
let guest: Client
let file: { bytes: Uint8Array; name: string }
beforeAll(async () => {
  product = await startProduct()
  guest = await Client.guest(product.url)
  file = { bytes: await digitalPdf({ password }), name: 'relevé.pdf' }
})
afterAll(() => product.stop())

type Headers = Readonly<Record<string, string>>

function ingest(fields: { password?: string }, headers: Headers = {}, sent = file) {
  const asked = { method: 'POST', headers, body: formOf(fields, sent) }
  return guest.ask<IngestReply>('/api/v1/detourage/ingest', asked)
}

const assemble = (pages: object[]) =>
  guest.ask<AssemblyReply>('/api/v1/detourage/assemblies', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ pages }),
  })
const refusalOf = (reply: Reply<unknown>) => [reply.status, problemOf(reply).code]
const sealed = async () =>
  (await rows<{ sealed_password: string }>(product, 'select sealed_password from gateway.ingestions'))
    .map((row) => row.sealed_password)
    .filter((text) => text !== null)

describe('a protected PDF', () => {
  it('opens with its password at every step, until it is erased', async () => {
    const { status, body } = await ingest({ password })
    expect([status, body.pages.length]).toEqual([200, 2])
    expect(await sealed()).toHaveLength(1)
    const asked = { ingestion_id: body.ingestion_id, page: 2 }
    expect((await guest.detect(asked)).status).toBe(200)
    expect((await guest.rectify({ ...asked, ...small })).status).toBe(200)
    const { status: assembling, body: dossier } = await assemble([asked])
    expect([assembling, dossier.pages_with_text]).toEqual([200, 1])
    await guest.erase(body.ingestion_id)
    expect(await sealed()).toEqual([])
    expect(await rows(product, 'select from gateway.steps')).toEqual([])
  })

  it('expires with its password', async () => {
    const { ingestion_id } = (await ingest({ password })).body
    await rows(product, `update gateway.ingestions set expires_at = now() where id = $1`, [ingestion_id])
    await until(async () => (await sealed()).length === 0)
    expect((await guest.item(ingestion_id)).status).toBe(410)
  })

  it('opens in one shot', async () => {
    const shot = await guest.oneShot(file, { password, page: 2, ...small })
    expect([shot.status, shot.headers.get('X-Credits-Charged'), shot.body.page]).toEqual([200, '1', 2])
    await guest.erase(shot.body.ingestion_id)
  })

  it('without its password, or with another, costs nothing and leaves nothing', async () => {
    const before = await guest.credits()
    expect(refusalOf(await ingest({}))).toEqual([422, 'encrypted_pdf'])
    expect(refusalOf(await ingest({ password: '' }))).toEqual([422, 'encrypted_pdf'])
    expect(refusalOf(await ingest({ password: wrong }))).toEqual([422, 'wrong_password'])
    expect(refusalOf(await guest.oneShot(file, { password: wrong }))).toEqual([422, 'wrong_password'])
    expect(await guest.credits()).toBe(before)
    expect(await sealed()).toEqual([])
    await until(async () => objectsOf(product).length === 0)
  })

  it('can be tried with another password under the same key, which then has its answer', async () => {
    const key = { 'Idempotency-Key': 'le même' }
    expect(refusalOf(await ingest({ password: wrong }, key))).toEqual([422, 'wrong_password'])
    const { status, body } = await ingest({ password }, key)
    expect(status).toBe(200)
    const again = await ingest({ password: wrong }, key)
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    expect(again.body).toEqual(body)
    await guest.erase(body.ingestion_id)
  })

  it('has one bounded password, which no refusal repeats', async () => {
    const long = await ingest({ password: wrong.repeat(5) })
    expect(refusalOf(long)).toEqual([422, 'invalid_request'])
    expect(problemOf(long).detail).toBe('Le mot de passe compte plus de 127 octets.')
    const form = formOf({ password: wrong }, file)
    form.append('password', wrong)
    const twice = await guest.ask('/api/v1/detourage/ingest', { method: 'POST', body: form })
    expect(refusalOf(twice)).toEqual([422, 'invalid_request'])
    expect(problemOf(twice).detail).not.toContain(wrong)
    await until(async () => objectsOf(product).length === 0)
  })
})

it('a password that a file does not need does no harm, and one that no PDF comes with is not kept', async () => {
  const open = await ingest({ password }, {}, { bytes: await digitalPdf(), name: 'ouvert.pdf' })
  expect(open.status).toBe(200)
  await guest.erase(open.body.ingestion_id)
  const { jpeg } = await photographDocument({ seed: 3, width: 800, height: 600 })
  expect((await ingest({ password }, {}, { bytes: jpeg, name: 'photo.jpg' })).status).toBe(200)
  expect(await sealed()).toEqual([])
})
