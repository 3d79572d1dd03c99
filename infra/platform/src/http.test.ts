import express from 'express'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDoor, type Door } from './http.ts'

/** Connections that cost nothing to hold and something to keep. */

let door: Door
/** Of the callers, and at the door those on which something was asked. */
let sockets: Socket[]
let asked: Socket[]
const open = async (bounds: Partial<NonNullable<Parameters<typeof openDoor>[1]['bounds']>>) => {
  const app = express()
  app.use((request, _response, next) => {
    asked.push(request.socket)
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
  asked = []
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await door.close()
})

async function call(text = ''): Promise<{ socket: Socket; closed: Promise<unknown>; heard: () => string }> {
  const socket = connect(door.port, '127.0.0.1')
  sockets.push(socket)
  let said = ''
  socket.on('data', (data) => (said += String(data)))
  socket.on('error', () => {})
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  socket.write(text)
  return { socket, closed, heard: () => said }
}
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`

describe('a connection', () => {
  it('on which nothing is asked is closed', async () => {
    await open({ headSecondsMax: 1 })
    const silent = await call()
    await silent.closed
    expect(silent.heard()).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('whose request never gets to the end of its head is closed, however often a byte comes', async () => {
    await open({ headSecondsMax: 1 })
    const slow = await call('GET / HTTP/1.1\r\nHost: here\r\nA: ')
    const drops = setInterval(() => slow.socket.write('a'), 100)
    await slow.closed
    clearInterval(drops)
    expect(slow.heard()).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('whose answer nobody reads is closed', async () => {
    await open({ idleSecondsMax: 1 })
    const deaf = await call(get('/large'))
    deaf.socket.pause()
    await expect.poll(() => asked[0]?.closed, { timeout: 20_000 }).toBe(true)
    // What was on the way comes, and then the end.
    deaf.socket.resume()
    await deaf.closed
    expect(deaf.heard().length).toBeLessThan(50_000_000)
  })
})

describe('more connections than there may be', () => {
  it('make the oldest go on which nothing is asked, and a new visitor is heard', async () => {
    await open({ connectionsMax: 3 })
    const busy = await call(get('/never'))
    const [first, second] = [await call(), await call()]
    const visitor = await call(get('/'))
    await first.closed
    await expect.poll(visitor.heard).toMatch(/here$/)
    expect([busy, second, visitor].map(({ socket }) => socket.closed)).toEqual([false, false, false])
  })

  it('do not make one go that waits for its answer: the new one goes', async () => {
    await open({ connectionsMax: 2 })
    const busy = [await call(get('/never')), await call(get('/never'))]
    await expect.poll(() => asked.length).toBe(2)
    const late = await call(get('/'))
    await late.closed
    expect(busy.map(({ socket }) => socket.closed)).toEqual([false, false])
  })
})
