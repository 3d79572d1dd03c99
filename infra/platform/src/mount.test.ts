import { defineEndpoint } from '@equerre/contract/endpoint'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { answerProblems, createApp, mount, noteFacts } from './http.ts'
import { createLog } from './log.ts'

const written: string[] = []
const log = createLog('test', 'info', { to: { write: (line: string) => void written.push(line) } })
const thing = defineEndpoint({
  name: 'getThing',
  method: 'GET',
  path: '/things/:id',
  access: 'public',
  params: z.object({ id: z.coerce.number().int() }),
  query: z.object({}),
  body: z.unknown(),
  reply: z.object({ name: z.string() }),
  problems: [],
})
const old = {
  ...thing,
  name: 'getOld',
  path: '/old/:id',
  deprecated: { since: '2027-01-01', until: '2027-07-31' },
} as const
const list = defineEndpoint({
  ...thing,
  name: 'listThings',
  path: '/things',
  params: z.object({}),
  query: z.object({
    cursor: z.string().optional(),
    limit: z.string().optional(),
    of: z
      .preprocess(
        (text) => JSON.parse(String(text ?? 'null')),
        z.union([
          z.strictObject({ file: z.string(), page: z.int() }),
          z.strictObject({ url: z.string(), page: z.int() }),
          z.null(),
        ]),
      )
      .optional(),
  }),
  reply: z.object({ next_cursor: z.string().nullable() }),
})
let server: Server
let address: string
beforeAll(async () => {
  const app = createApp(log, { trustRequestId: false })
  mount(app, thing, {
    handle: async ({ params: { id }, response }) => {
      noteFacts(response, { thingId: String(id) })
      if (id === 2) return { body: {} }
      if (id === 3) z.object({ row: z.string() }).parse({ row: 5 })
      return { body: { name: 'first', added: 'by the next release' } }
    },
  })
  mount(app, old, { handle: async () => ({ body: { name: 'old' } }) })
  mount(app, list, { handle: async ({ query }) => ({ body: { next_cursor: query.cursor ? null : 'é 1' } }) })
  app.use(answerProblems(log))
  server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

it('tells the client which field of its request is wrong', async () => {
  const reply = await fetch(`${address}/things/none`)
  expect(reply.status).toBe(422)
  expect(reply.headers.get('Content-Type')).toMatch(/^application\/problem\+json\b/)
  expect(await reply.json()).toMatchObject({
    type: 'urn:equerre:problem:invalid_request',
    title: expect.stringMatching(/\S/),
    status: 422,
    detail: expect.stringContaining('id'),
    code: 'invalid_request',
    request_id: reply.headers.get('X-Request-Id'),
  })
})

it('says of several forms what is wrong with the one that was meant', async () => {
  for (const [of, field] of [
    [{ file: 'a', page: 'x' }, 'of.page'],
    [{ url: 'a', page: 'x' }, 'of.page'],
    [{ url: 'a' }, 'of.page'],
    [{ url: 'a', extra: 1, page: 'x' }, 'of.page'],
    [{ file: 1, page: 'x' }, 'of.file'],
  ] as const) {
    const reply = await fetch(`${address}/things?of=${JSON.stringify(of)}`)
    expect(await reply.json()).toMatchObject({ detail: expect.stringContaining(`« ${field} »`) })
  }
})

it('links to where a list goes on, and at its end to nowhere', async () => {
  const first = await fetch(`${address}/things?limit=5`)
  const [, next = ''] = /^<(.+)>; rel="next"$/.exec(first.headers.get('Link') ?? '') ?? []
  expect(next).toBe('/things?limit=5&cursor=%C3%A9+1')
  expect((await fetch(`${address}${next}`)).headers.has('Link')).toBe(false)
})

it('says of what is deprecated since when and until when, also in a refusal', async () => {
  for (const id of ['1', 'none']) {
    const { headers } = await fetch(`${address}/old/${id}`)
    expect(headers.get('Deprecation')).toBe('@1798761600')
    expect(headers.get('Sunset')).toBe('Sat, 31 Jul 2027 00:00:00 GMT')
    expect(headers.get('Link')).toBe('</docs/changelog/>; rel="deprecation"; type="text/html"')
  }
  expect((await fetch(`${address}/things/1`)).headers.has('Deprecation')).toBe(false)
})

it('answers with what the contract names', async () => {
  expect(await (await fetch(`${address}/things/1`)).json()).toEqual({ name: 'first' })
})

it.each([
  { what: 'a reply that breaks its schema', id: 2 },
  { what: 'a row that breaks its schema', id: 3 },
])('is a logged failure of ours for $what, never the client’s', async ({ id }) => {
  written.length = 0
  const reply = await fetch(`${address}/things/${id}`)
  expect(reply.status).toBe(500)
  expect(await reply.json()).toMatchObject({ code: 'internal' })
  expect(written.filter((line) => line.includes('request failed'))).toHaveLength(1)
})

it('logs a request once, with what its handler noted about it', async () => {
  written.length = 0
  await fetch(`${address}/things/1`)
  await expect
    .poll(() => written.map((line) => JSON.parse(line)))
    .toMatchObject([{ msg: 'request', method: 'GET', route: '/things/:id', status: 200, thingId: '1' }])
})
