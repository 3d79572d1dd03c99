import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBench, type Bench } from './bench.ts'
import { startReceiver, type Receiver } from './receiver.ts'

/** One attempt at a delivery, and what is reported of it. */

let bench: Bench
let inside: Bench
let receiver: Receiver
beforeAll(async () => {
  ;[bench, inside] = await Promise.all([openBench({ COURIER_ALLOW_NETWORKS: '127.0.0.0/8' }), openBench()])
  receiver = await startReceiver((request, response) => {
    const [, path] = request.url!.split('/')
    if (path === 'elsewhere') return void response.writeHead(307, { location: '/trap' }).end()
    if (path === 'busy') return void response.writeHead(503, { 'retry-after': '120' }).end('busy')
    if (path === 'large') return void response.writeHead(200).end(`déjà vu ${'x'.repeat(1e6)}`)
    if (path === 'stuck') return void response.writeHead(202).write('begun')
    if (path === 'echo')
      return void request.on('data', (body) => response.end(`${request.method} ${String(body)}`))
    if (path !== 'hang') response.writeHead(204).end()
  })
})
afterAll(async () => {
  await Promise.all([bench?.close(), inside?.close()])
  await receiver?.close()
})

const to = (path: string) => bench.deliver(`${receiver.url}/${path}`)

it('posts the body as it came, with the headers that it came with', async () => {
  expect(await to('echo')).toMatchObject({ status: 200, error: null, answer: 'POST {"type":"webhoo' })
  const [asked] = receiver.requests.slice(-1)
  expect(asked!.headers).toMatchObject({ 'content-type': 'application/json', 'content-length': '23' })
  expect(asked!.headers['webhook-id']).toMatch(/^[\da-f-]{36}$/)
})

it('follows no redirect', async () => {
  expect(await to('elsewhere')).toMatchObject({ status: 307, error: null })
  expect(receiver.requests.filter(({ url }) => url === '/trap')).toEqual([])
})

it('keeps the beginning of an answer', async () => {
  expect((await to('large'))!.answer).toBe('déjà vu xxxxxxxxxx')
})

it('counts a status whose answer never ends', async () => {
  expect(await to('stuck')).toMatchObject({ status: 202, answer: 'begun' })
})

it('says how long a receiver wants to be left alone', async () => {
  expect(await to('busy')).toMatchObject({ status: 503, retryAfterS: 120 })
})

it('gives up who does not answer, or is not there', async () => {
  expect(await to('hang')).toMatchObject({ status: null, error: 'timeout' })
  expect(await bench.deliver('http://127.0.0.1:9/')).toMatchObject({ status: null, error: 'unreachable' })
})

it('leaves alone what comes too late', async () => {
  const before = receiver.requests.length
  expect(await bench.deliver(`${receiver.url}/late`, { notAfterMs: Date.now() - 1 })).toBeNull()
  expect(receiver.requests).toHaveLength(before)
})

it.each([
  'http://127.0.0.1',
  'http://[::ffff:7f00:1]',
  'http://169.254.169.254',
  'http://10.0.0.1',
  'http://user:secret@127.0.0.1',
])('delivers nothing to %s', async (address) => {
  expect(await inside.deliver(address)).toMatchObject({ status: null, error: 'refused_address' })
})
