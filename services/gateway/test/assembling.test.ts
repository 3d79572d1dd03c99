import type { AssemblyReply } from '@equerre/contract/assembly'
import type { RectifyReply, RunningJob } from '@equerre/contract/detourage'
import type { Item } from '@equerre/contract/item'
import type { AccountExport } from '@equerre/contract/export'
import { Client, jobOf, problemOf } from '@equerre/testkit/client'
import { digitalPdf } from '@equerre/testkit/pictures'
import { writePaperwork, type Paperwork } from '@equerre/testkit/pictures/paperwork'
import { startProduct, type Product } from '@equerre/testkit/product'
import { signIn } from '@equerre/testkit/sign-in'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { objectsOf, until } from './support/observe.ts'

let product: Product
let receipt: Paperwork
beforeAll(async () => {
  product = await startProduct()
  receipt = await writePaperwork('receipt', 8)
})
afterAll(() => product.stop())

const path = '/api/v1/detourage/assemblies'
const assemble = (client: Client, asked: object, headers: Record<string, string> = {}) =>
  client.ask<AssemblyReply>(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(asked),
  })
const assembly = (client: Client, id: string) =>
  client.ask<AssemblyReply & RunningJob>(`${path}/${id}`, { headers: { Prefer: 'wait=10' } })

async function page(client: Client, options: object = {}) {
  const { ingestion_id } = (await client.ingest({ bytes: receipt.pdf, name: 'ticket.pdf' })).body
  const asked = { ingestion_id, options: JSON.stringify({ paper: 'none', dpi: 150, ...options }) }
  return (await client.rectify(asked)).body
}

describe('an assembly', () => {
  it('is one PDF of pages made and pages as they are, read first, free of charge', async () => {
    const guest = await Client.guest(product.url)
    const { id: rectify_id } = await page(guest)
    const original = await guest.ingest({ bytes: await digitalPdf(), name: 'facture.pdf' })
    const { ingestion_id } = original.body
    const pages = [
      { rectify_id, turn: 90, name: 'Le ticket' },
      { ingestion_id, page: 2 },
    ]
    const asked = await assemble(guest, { pages, title: 'Notes de frais' }, { Prefer: 'respond-async' })
    expect(asked.body).toMatchObject({ pages_read: { done: 0, total: 1 } })
    const { status, body } = await guest.settle<AssemblyReply>(jobOf(asked).id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      title: 'Notes de frais',
      page_count: 2,
      pages_with_text: 2,
      max_bytes_met: null,
    })
    const { headers, bytes } = await guest.bytes(body.artifacts.pdf_path)
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(bytes).toHaveLength(body.bytes)
    expect(headers.get('Content-Disposition')).toContain('Notes')
    expect((await assembly(guest, body.id)).body).toEqual(body)
    expect((await guest.settle(body.id)).body).toEqual(body)
    const read = await guest.settle<RectifyReply>(rectify_id)
    expect(read.body).toMatchObject({ text_reason: null })
    expect((await guest.bytes(read.body.artifacts.plain_text_path!)).bytes.toString()).toContain(
      receipt.amounts[0],
    )
    expect(await guest.credits()).toBe(9)
    const stranger = await assembly(await Client.guest(product.url), body.id)
    expect([stranger.status, problemOf(stranger).code]).toEqual([404, 'not_found'])
  })

  it('follows its guest to an account, is in the export, and goes with the account’s file', async () => {
    const client = await Client.guest(product.url)
    const { id: rectify_id, ingestion_id } = await page(client)
    const { body } = await assemble(client, { pages: [{ rectify_id }], text: false })
    await signIn(product.url, { person: 'new', email: `${randomUUID()}@exemple.test` }, client)
    expect((await assembly(client, body.id)).body).toEqual(body)
    const { body: exported } = await client.ask<AccountExport>('/api/me/export')
    expect(exported.assemblies).toMatchObject([{ id: body.id, name: 'ticket.pdf', assembly: body }])
    const { body: list } = await client.ask<{ ingestions: Item[] }>('/api/v1/detourage/ingestions')
    expect(list.ingestions.map(({ id }) => id)).toEqual([ingestion_id])
    await client.erase(ingestion_id)
    const gone = await assembly(client, body.id)
    expect([gone.status, problemOf(gone).detail]).toEqual([404, expect.stringContaining('effacé')])
    expect(objectsOf(product, body.id)).toEqual([])
  })

  it('goes with the account', async () => {
    const client = await Client.guest(product.url)
    const { id: rectify_id } = await page(client)
    await signIn(product.url, { person: 'new', email: `${randomUUID()}@exemple.test` }, client)
    const { body } = await assemble(client, { pages: [{ rectify_id }], text: false })
    await client.ask('/api/me', { method: 'DELETE' })
    await until(async () => objectsOf(product, body.id).length === 0)
  })

  it('survives the death of its worker, at no cost', async () => {
    const guest = await Client.guest(product.url)
    const { id: rectify_id } = await page(guest)
    const pages = Array.from({ length: 12 }, () => ({ rectify_id }))
    const asked = await assemble(guest, { pages, text: false }, { Prefer: 'respond-async' })
    const { id } = jobOf(asked)
    expect([asked.status, asked.headers.get('Location')]).toEqual([202, `${path}/${id}`])
    const state = async () => (await guest.ask<RunningJob>(`${path}/${id}`)).body.state
    await until(async () => (await state()) === 'running')
    await product.kill('vision-worker')
    await product.restart('vision-worker')
    expect((await guest.settle<AssemblyReply>(id)).body).toMatchObject({ page_count: 12 })
    expect(await guest.credits()).toBe(9)
  })
})
