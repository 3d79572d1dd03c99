import type { ApiKeys } from '@equerre/contract/identity'
import type { Client } from '@equerre/testkit/client'
import { photographDocument, photographNothing } from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import { signIn } from '@equerre/testkit/sign-in'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { INodeExecutionData } from 'n8n-workflow'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isSigned } from '../nodes/EquerreTrigger/signature'
import { N8n } from './support/n8n.ts'
import { placeTrigger } from './support/trigger.ts'

let product: Product
let person: Client
let n8n: N8n
let photo: Buffer
const env = { COURIER_ALLOW_NETWORKS: '127.0.0.1/32' }

beforeAll(async () => {
  const scene = { seed: 33, width: 800, height: 600, coverage: 0.5 }
  ;[product, photo] = await Promise.all([
    startProduct({ courier: true, env }),
    photographDocument(scene).then(({ jpeg }) => jpeg),
  ])
  person = await signIn(product.url, { person: 'new', email: 'n8n@exemple.test' })
  await person.ask('/api/credits/add', { method: 'POST' })
  const { api_key: apiKey } = (await person.ask<ApiKeys>('/api/api-key/me')).body
  n8n = await N8n.load({ url: `${product.url}/`, apiKey })
})
afterAll(async () => {
  n8n?.stop()
  await product?.stop()
})

function item(bytes: Buffer = photo): INodeExecutionData {
  const data = { mimeType: 'image/jpeg', fileName: 'Reçu.jpg', data: bytes.toString('base64') }
  return { json: {}, binary: { data } }
}

const fileOf = ({ binary }: INodeExecutionData) => Buffer.from(binary!.data!.data, 'base64')
const left = async () => (await n8n.run({ resource: 'credit' }))[0]!.json.credits
const small = { dpi: 72 }

describe('the node', () => {
  it('is what n8n finds in the package', () => {
    const { nodeTypes, credentialTypes } = n8n.loader
    const found = [nodeTypes, credentialTypes].map((types) => Object.keys(types))
    expect(found).toEqual([['equerre', 'equerreTrigger'], ['equerreApi']])
  })

  it('straightens a photograph, for one credit also where n8n runs it again, and assembles a PDF', async () => {
    const before = Number(await left())
    const straighten = { operation: 'straighten', options: { ...small, format: 'jpeg', filter: 'gray' } }
    const [page] = await n8n.run(straighten, [item()])
    expect(page!.json).toMatchObject({ status: 'OK', mime: 'image/jpeg', filter: 'gray', credits_charged: 1 })
    expect(page!.json.credits_remaining).toBe(before - 1)
    expect(page!.binary!.data).toMatchObject({
      mimeType: 'image/jpeg',
      fileName: `${String(page!.json.id)}.jpg`,
    })
    expect([...fileOf(page!).subarray(0, 2)]).toEqual([0xff, 0xd8])

    const [again] = await n8n.run(straighten, [item()])
    expect([again!.json.id, await left()]).toEqual([page!.json.id, before - 1])

    const [pdf] = await n8n.run({ resource: 'assembly', options: { title: 'Dossier' } }, [page!])
    expect(pdf!.json).toMatchObject({ title: 'Dossier', page_count: 1 })
    expect(pdf!.binary!.data!.fileName).toBe('Dossier.pdf')
    expect(fileOf(pdf!).subarray(0, 5).toString()).toBe('%PDF-')
    expect(await left()).toBe(before - 1)
  })

  it('reads the text of a file at an address, and polls where it is not waited for', async () => {
    const files = createServer((_request, response) => response.end(photo))
    await once(files.listen(0, '127.0.0.1'), 'listening')
    const url = `http://127.0.0.1:${(files.address() as AddressInfo).port}/photo.jpg`
    const [job] = await n8n.run({
      operation: 'readText',
      source: 'url',
      url,
      options: { ...small, wait: false },
    })
    expect(job!.json).toMatchObject({ step: 'rectify', state: expect.stringMatching(/queued|running/) })
    const [read] = await n8n.run({ resource: 'job', jobId: job!.json.id as string })
    files.close()
    expect(read!.json).toMatchObject({ id: job!.json.id, text_reason: null, text: expect.any(String) })
    expect(fileOf(read!).subarray(1, 4).toString()).toBe('PNG')
  })

  it('finds corners free of charge, from which a page is made', async () => {
    const before = Number(await left())
    const [found] = await n8n.run({ operation: 'detect' }, [item()])
    expect([found!.json.status, found!.binary, await left()]).toEqual(['OK', undefined, before])
    const { ingestion_id: ingestionId, corners } = found!.json
    const [page] = await n8n.run({
      operation: 'straighten',
      source: 'ingestion',
      ingestionId: ingestionId as string,
      options: { ...small, corners: JSON.stringify(corners) },
    })
    expect(page!.json).toMatchObject({ ingestion_id: ingestionId, corners, credits_remaining: before - 1 })
  })

  it('makes no page of nothing, for nothing', async () => {
    const before = await left()
    const nothing = await photographNothing({ seed: 4, width: 800, height: 600 })
    const [seen] = await n8n.run({ operation: 'straighten', options: small }, [item(nothing.jpeg)])
    expect([seen!.json.mime, seen!.binary, await left()]).toEqual([null, undefined, before])
  })

  it('says what is refused, and why, in English', async () => {
    const told = n8n.run({ operation: 'straighten' }, [item(Buffer.from('no picture'))])
    await expect(told).rejects.toMatchObject({
      httpCode: '415',
      description: expect.stringMatching(/[(]unsupported_type[)]$/),
    })
    const corners = n8n.run({ operation: 'straighten', options: { corners: '[[0' } }, [item()])
    await expect(corners).rejects.toThrow('The corners are no JSON')
  })
})

describe('the trigger', () => {
  it('registers an address, takes what we have signed, nothing else, and removes it', async () => {
    const trigger = await placeTrigger(n8n, { events: ['ingestion.finished'] })
    const told = () => trigger.told.map(({ json }) => json)
    expect([await trigger.checkExists(), await trigger.create(), await trigger.checkExists()]).toEqual([
      false,
      true,
      true,
    ])

    // Another file, or it would be the same call as above.
    await n8n.run({ operation: 'detect' }, [item(Buffer.concat([photo, Buffer.alloc(1)]))])
    await vi.waitFor(() => expect(told()).toHaveLength(1), 20_000)
    expect(told()[0]).toMatchObject({ type: 'ingestion.finished', delivery_id: expect.any(String) })

    const headers = { 'webhook-id': 'msg', 'webhook-timestamp': String(Math.floor(Date.now() / 1_000)) }
    const forged = { ...headers, 'webhook-signature': 'v1,AAAA' }
    const answer = await fetch(trigger.url, { method: 'POST', headers: forged, body: '{}' })
    expect([answer.status, told().length]).toEqual([401, 1])

    const webhooks = async () => (await person.ask<{ webhooks: unknown[] }>('/api/v1/webhooks')).body.webhooks
    expect(await webhooks()).toMatchObject([{ url: trigger.url, events: ['ingestion.finished'] }])
    expect([await trigger.remove(), await webhooks(), trigger.kept]).toEqual([true, [], {}])
    trigger.close()
  })

  it('verifies as the library of the standard does', () => {
    const secret = `whsec_${Buffer.from('a secret of the test, 32 bytes. ').toString('base64')}`
    const [id, at, body] = ['msg_1', new Date(), '{"type":"webhook.test","data":"é"}']
    const signature = new Webhook(secret).sign(id, at, body)
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': `v1,AAAA v2,${signature.slice(3)} ${signature}`,
    }
    const asked = (other: object = {}, text = body, now = at.getTime()) =>
      isSigned(Buffer.from(text), { ...headers, ...other }, { secret, now })
    expect(() => new Webhook(secret).verify(body, headers)).not.toThrow()
    expect(asked()).toBe(true)
    expect([
      asked({}, `${body} `),
      asked({ 'webhook-id': 'msg_2' }),
      asked({ 'webhook-signature': `v2,${signature.slice(3)}` }),
      asked({ 'webhook-signature': undefined }),
      asked({ 'webhook-timestamp': 'soon' }),
      asked({}, body, at.getTime() + 301_000 + 1_000),
    ]).toEqual(Array(6).fill(false))
  })
})
