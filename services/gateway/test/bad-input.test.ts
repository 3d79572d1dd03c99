import { Client, problemOf, type Reply } from '@equerre/testkit/client'
import { digitalPdf, photographDocument, type Picture } from '@equerre/testkit/pictures'
import { startProduct, type Product } from '@equerre/testkit/product'
import { beginUpload } from '@equerre/testkit/raw-upload'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { objectsOf, rows, until } from './support/observe.ts'

let product: Product
let photo: Picture
let pdf: Buffer
beforeAll(async () => {
  photo = await photographDocument({ seed: 21, width: 800, height: 600 })
  pdf = await digitalPdf()
  const limits = { IMAGE_BYTES_MAX: String(photo.jpeg.length), PDF_BYTES_MAX: String(pdf.length) }
  product = await startProduct({ env: limits })
})
afterAll(() => product.stop())

const bytesOf = (content: string) => Buffer.from(content)
const jpegMark = Buffer.from([0xff, 0xd8, 0xff, 0xe0])

/** Status and code of a refusal, after checking that it is complete and readable. */
function refusal(reply: Reply<unknown>): [status: number, code: string] {
  expect(reply.headers.get('Content-Type')).toBe('application/problem+json; charset=utf-8')
  const problem = problemOf(reply)
  expect(problem.status).toBe(reply.status)
  expect(problem.detail).toMatch(/^[A-ZÀÉ].*[.!]$/u)
  expect(problem.request_id).toBe(reply.headers.get('X-Request-Id'))
  return [reply.status, problem.code]
}

async function expectNothingLeft(guest: Client): Promise<void> {
  expect(await guest.credits()).toBe(10)
  await until(async () => objectsOf(product).length === 0)
}

describe('an invalid file', () => {
  it.each<[string, readonly [status: number, code: string], () => Buffer]>([
    ['a text', [415, 'unsupported_type'], () => bytesOf('Bonjour,\nceci est un texte.')],
    [
      'an SVG',
      [415, 'unsupported_type'],
      () => bytesOf('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'),
    ],
    ['a zip', [415, 'unsupported_type'], () => bytesOf('PK\u0003\u0004 a zip')],
    ['nothing', [422, 'unreadable_file'], () => Buffer.alloc(0)],
    ['a JPEG’s first bytes alone', [422, 'unreadable_file'], () => jpegMark],
    [
      'noise after a JPEG’s first bytes',
      [422, 'unreadable_file'],
      () => Buffer.concat([jpegMark, Buffer.alloc(5000, 7)]),
    ],
    [
      'a JPEG cut in the middle',
      [422, 'unreadable_file'],
      () => photo.jpeg.subarray(0, photo.jpeg.length / 2),
    ],
    [
      'a PDF cut in the middle',
      [422, 'unreadable_file'],
      () => bytesOf('%PDF-1.7\n1 0 obj\n<< /Type /Catalog'),
    ],
  ])('%s is refused with %j', async (_, answer, bytes) => {
    const guest = await Client.guest(product.url)
    const reply = await guest.ingest({ bytes: bytes(), name: 'photo.jpg', type: 'image/jpeg' })
    expect(refusal(reply)).toEqual(answer)
    await expectNothingLeft(guest)
  })
})

it('a method that an address does not take is refused, with those that it takes', async () => {
  const reply = await fetch(`${product.url}/api/v1/detourage/detect`)
  expect([reply.status, reply.headers.get('Allow')]).toEqual([405, 'POST'])
  expect(await reply.json()).toMatchObject({ code: 'method_not_allowed' })
})

it.each(['/', '/api', '/api/v1/limits', '/assets/'])(
  'TRACE %s echoes nothing of the request',
  async (path) => {
    const asked = request(new URL(path, product.url), {
      method: 'TRACE',
      headers: { Cookie: 'guest_key=trace-me' },
    })
    const [answer] = (await once(asked.end(), 'response')) as [IncomingMessage]
    expect(answer.statusCode).toBe(path === '/api/v1/limits' ? 405 : 404)
    expect(await text(answer)).not.toContain('trace-me')
  },
)

describe.each([
  ['an image', () => photo.jpeg],
  ['a PDF', () => pdf],
])('%s', (_, bytes) => {
  it('of exactly the maximum size is accepted, and refused with one byte more', async () => {
    const guest = await Client.guest(product.url)
    const oneMore = { bytes: Buffer.concat([bytes(), Buffer.alloc(1)]), name: 'page' }
    expect(refusal(await guest.ingest(oneMore))).toEqual([413, 'file_too_large'])
    expect(refusal(await guest.oneShot(oneMore))).toEqual([413, 'file_too_large'])
    await expectNothingLeft(guest)
    const reply = await guest.ingest({ bytes: bytes(), name: 'page' })
    expect(reply.status).toBe(200)
    await guest.erase(reply.body.ingestion_id)
  })
})

it('a batch of a guest is refused before its body is read, however much is wrong with it', async () => {
  const guest = await Client.guest(product.url)
  const headers = { 'Content-Type': 'application/json' }
  const ask = (body: string) => guest.ask('/api/v1/detourage/batches', { method: 'POST', headers, body })
  for (const body of ['{"items":[', JSON.stringify({ items: Array.from({ length: 10_000 }, () => 0) })])
    expect(refusal(await ask(body))).toEqual([401, 'unauthenticated'])
})

describe('an invalid form', () => {
  const ingest = (guest: Client, body: BodyInit | undefined, headers: Record<string, string> = {}) =>
    guest.ask('/api/v1/detourage/ingest', { method: 'POST', headers, ...(body && { body }) })

  it('without a file is refused, naming the missing field', async () => {
    const guest = await Client.guest(product.url)
    const form = new FormData()
    form.append('password', 'sésame')
    const json = { 'Content-Type': 'application/json' }
    for (const reply of [
      await ingest(guest, '{"file":"a"}', json),
      await ingest(guest, '{"file":"a"}'),
      await ingest(guest, undefined),
      await ingest(guest, form),
      await ingest(guest, '{}', json),
    ]) {
      expect(refusal(reply)).toEqual([422, 'invalid_request'])
      expect(problemOf(reply).detail).toContain('« file »')
    }
  })

  it('with two files is refused, and neither is kept', async () => {
    const guest = await Client.guest(product.url)
    const form = new FormData()
    for (const name of ['a.jpg', 'b.jpg']) form.append('file', new Blob([new Uint8Array(photo.jpeg)]), name)
    expect(refusal(await ingest(guest, form))).toEqual([422, 'invalid_request'])
    await expectNothingLeft(guest)
  })

  it.each(['text/plain', 'application/xml', 'image/jpeg', 'application/octet-stream'])(
    'of a type that nobody reads (%s) is refused as such',
    async (type) => {
      const guest = await Client.guest(product.url)
      const reply = await ingest(guest, '{"url":"https://exemple.test/a.jpg"}', { 'Content-Type': type })
      expect(refusal(reply)).toEqual([422, 'invalid_request'])
      expect(problemOf(reply).detail).toContain('Content-Type')
    },
  )

  it('with a field that no call knows is refused, costs nothing, and leaves no file', async () => {
    const guest = await Client.guest(product.url)
    const file = { bytes: photo.jpeg, name: 'page.jpg' }
    const { ingestion_id } = (await guest.ingest(file)).body
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(photo.jpeg)]), 'page.jpg')
    form.append('format', 'pdf')
    const oneShot = guest.ask('/api/v1/detourage', { method: 'POST', body: form })
    for (const [name, reply] of [
      ['render_of', await guest.rectify({ ingestion_id, render_of: ingestion_id })],
      ['option', await guest.rectify({ ingestion_id, option: '{"format":"pdf"}' })],
      ['pages', await guest.detect({ ingestion_id, pages: 2 })],
      ['format', await oneShot],
    ] as const) {
      expect(refusal(reply)).toEqual([422, 'invalid_request'])
      expect(problemOf(reply).detail).toBe(`Requête : champ inconnu « ${name} ».`)
    }
    await guest.erase(ingestion_id)
    await expectNothingLeft(guest)
  })

  it('with a broken multipart body is refused', async () => {
    const guest = await Client.guest(product.url)
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=x'])
      expect(refusal(await ingest(guest, '--x\r\nContent-', { 'Content-Type': type }))).toEqual([
        422,
        'invalid_request',
      ])
  })
})

describe('a client that hangs up in the middle of a file', () => {
  it.each(['ingest', ''])('leaves no row, no object and a healthy gateway (%s)', async (route) => {
    const guest = await Client.guest(product.url)
    const first = photo.jpeg.subarray(0, 10_000)
    const { socket } = beginUpload(guest, first, { route })
    const receiving = () => rows(product, `select from gateway.ingestions where state = 'receiving'`)
    await until(async () => (await receiving()).length === 1)
    socket.destroy()
    await until(async () => (await receiving()).length === 0)
    await sleep(200)
    await expectNothingLeft(guest)
    expect((await guest.ingest({ bytes: photo.jpeg, name: 'a.jpg' })).status).toBe(200)
    const [item] = (await guest.ask<{ ingestions: { id: string }[] }>('/api/v1/detourage/ingestions')).body
      .ingestions
    await guest.erase(item!.id)
  })
})

describe('an impossible step', () => {
  let guest: Client
  let ingestion_id: string
  beforeAll(async () => {
    guest = await Client.guest(product.url)
    ingestion_id = (await guest.ingest({ bytes: pdf, name: 'bail.pdf' })).body.ingestion_id
  })

  it.each([
    ['no ingestion', {}],
    ['an invalid id', { ingestion_id: 'facture' }],
    ['page 0', { page: 0 }],
    ['page 99', { page: 99 }],
    ['a page in letters', { page: 'un' }],
  ])('%s is refused by detect and by rectify', async (name, fields) => {
    const form = name === 'no ingestion' ? {} : { ingestion_id, ...fields }
    expect(refusal(await guest.detect(form))).toEqual([422, 'invalid_request'])
    expect(refusal(await guest.rectify(form))).toEqual([422, 'invalid_request'])
    expect(await guest.credits()).toBe(10)
  })

  it.each([
    'pas du json',
    '[]',
    '{"dpi":71}',
    '{"dpi":601}',
    '{"dpi":"300"}',
    '{"dpi":300.5}',
    '{"relighting":"oui"}',
    '{"format":"gif"}',
    '{"paper":"a3"}',
    '{"filter":"sepia"}',
    '{"turn":45}',
    '{"turn":"90"}',
    '{"document":2}',
    '{"resolution":300}',
    '{"corners":[[0,0],[1,0],[1,1]]}',
    '{"corners":[[0,0],[0,1],[1,1],[1,0]]}',
    '{"corners":[[0,0],[2,0],[1,1],[0,1]]}',
  ])('options %s are refused', async (options) => {
    await guest.detect({ ingestion_id })
    expect(refusal(await guest.rectify({ ingestion_id, options }))).toEqual([422, 'invalid_request'])
    expect(await guest.credits()).toBe(10)
  })

  it('a file is refused by detect and by rectify, which say that they take none', async () => {
    const form = new FormData()
    form.append('ingestion_id', ingestion_id)
    form.append('file', new Blob([new Uint8Array(pdf)]), 'bail.pdf')
    for (const step of ['detect', 'rectify']) {
      const reply = await guest.ask(`/api/v1/detourage/${step}`, { method: 'POST', body: form })
      expect(refusal(reply)).toEqual([422, 'invalid_request'])
      expect(problemOf(reply).detail).toContain('ne prend pas de fichier')
    }
  })

  it('an unknown ingestion and somebody else’s both answer 404', async () => {
    const stranger = await Client.guest(product.url)
    const unknown = '00000000-0000-4000-8000-000000000000'
    for (const id of [ingestion_id, unknown]) {
      expect(refusal(await stranger.detect({ ingestion_id: id }))).toEqual([404, 'not_found'])
      expect(refusal(await stranger.rectify({ ingestion_id: id }))).toEqual([404, 'not_found'])
      expect(refusal(await stranger.item(id))).toEqual([404, 'not_found'])
    }
    expect(await stranger.credits()).toBe(10)
  })

  it('another method than an address takes is refused, and those that it takes are named', async () => {
    for (const [path, allowed] of [
      ['/api/v1/detourage/detect', 'POST'],
      [`/api/v1/detourage/ingestions/${ingestion_id}`, 'GET, HEAD, DELETE'],
      ['/api/v1/keys/usage', 'GET, HEAD'],
    ] as const) {
      const reply = await guest.ask(path, { method: 'PUT' })
      expect([...refusal(reply), reply.headers.get('Allow')]).toEqual([405, 'method_not_allowed', allowed])
    }
  })

  it('JSON bodies and form fields are equivalent', async () => {
    const headers = { 'Content-Type': 'application/json' }
    const ask = (body: string) => guest.ask('/api/v1/detourage/detect', { method: 'POST', headers, body })
    expect((await ask(JSON.stringify({ ingestion_id, page: 1 }))).status).toBe(200)
    expect(refusal(await ask('{"ingestion_id":'))).toEqual([422, 'invalid_request'])
    expect(refusal(await ask(JSON.stringify({ ingestion_id: [ingestion_id] })))).toEqual([
      422,
      'invalid_request',
    ])
  })
})
