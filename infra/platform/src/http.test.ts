import express from 'express'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDoor, type Door } from './http.ts'

// A client can open many connections at no cost to itself; each costs the server something.

let door: Door
/** The clients' ends, and the server's ends of those that have sent a request. */
let sockets: Socket[]
let withRequest: Socket[]
const open = async (bounds: Partial<NonNullable<Parameters<typeof openDoor>[1]['bounds']>>) => {
  const app = express()
  app.use((request, _response, next) => {
    withRequest.push(request.socket)
    next()
  })
  app.get('/large', (_request, response) => void response.send(Buffer.alloc(50_000_000)))
  app.get('/never', () => {})
  app.get('/', (_request, response) => void response.send('here'))
  const generous = { connectionsMax: 100, headSecondsMax: 60, idleSecondsMax: 60 }
  door = await openDoor(app, { host: '127.0.0.1', port: 0, bounds: { ...generous, ...bounds } })
}
beforeEach(() => {
  sockets = []
  withRequest = []
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await door.close()
})

async function call(text = ''): Promise<{ socket: Socket; closed: Promise<unknown>; text: () => string }> {
  const socket = connect(door.port, '127.0.0.1')
  sockets.push(socket)
  let received = ''
  socket.on('data', (data) => (received += String(data)))
  socket.on('error', () => {})
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  socket.write(text)
  return { socket, closed, text: () => received }
}
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`

describe('a connection', () => {
  it('without a request is closed', async () => {
    await open({ headSecondsMax: 1 })
    const silent = await call()
    await silent.closed
    expect(silent.text()).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('whose request head never ends is closed, however often a byte arrives', async () => {
    await open({ headSecondsMax: 1 })
    const slow = await call('GET / HTTP/1.1\r\nHost: here\r\nA: ')
    const drops = setInterval(() => slow.socket.write('a'), 100)
    await slow.closed
    clearInterval(drops)
    expect(slow.text()).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('whose response nobody reads is closed', async () => {
    await open({ idleSecondsMax: 1 })
    const deaf = await call(get('/large'))
    deaf.socket.pause()
    await expect.poll(() => withRequest[0]?.closed, { timeout: 20_000 }).toBe(true)
    // What was already in transit arrives, then the end.
    deaf.socket.resume()
    await deaf.closed
    expect(deaf.text().length).toBeLessThan(50_000_000)
  })
})

describe('more connections than allowed', () => {
  it('close the oldest without a request, and a new visitor is answered', async () => {
    await open({ connectionsMax: 3 })
    const busy = await call(get('/never'))
    const [first, second] = [await call(), await call()]
    const visitor = await call(get('/'))
    await first.closed
    await expect.poll(visitor.text).toMatch(/here$/)
    expect([busy, second, visitor].map(({ socket }) => socket.closed)).toEqual([false, false, false])
  })

  it('never close one that waits for its answer: the new one is closed', async () => {
    await open({ connectionsMax: 2 })
    const busy = [await call(get('/never')), await call(get('/never'))]
    await expect.poll(() => withRequest.length).toBe(2)
    const late = await call(get('/'))
    await late.closed
    expect(busy.map(({ socket }) => socket.closed)).toEqual([false, false])
  })
})
