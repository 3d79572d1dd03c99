import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts'

/** Lets connections end. */
const opened: Disposable[] = []
/** What has reached the server, which answers everything by `heard`. */
let arrived = ''
let proxy: FaultProxy
beforeEach(async () => {
  arrived = ''
  const server = createServer((socket) => {
    socket
      .on('error', () => {})
      .on('data', (chunk) => {
        arrived += chunk.toString()
        socket.write('heard')
      })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  proxy = await startFaultProxy((server.address() as AddressInfo).port)
  opened.push({ [Symbol.dispose]: () => void server.close() })
})
afterEach(async () => {
  await proxy.close()
  for (const one of opened.splice(0)) one[Symbol.dispose]()
})

async function open(): Promise<Socket> {
  const socket = connect(proxy.port, '127.0.0.1')
  socket.on('error', () => {})
  opened.push({ [Symbol.dispose]: () => socket.destroy() })
  await once(socket, 'connect')
  return socket
}

async function ask(socket: Socket, what = 'hello'): Promise<string> {
  socket.write(what)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  return answer.toString()
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await turn()
}

it('passes everything on, and endings', async () => {
  const socket = await open()
  expect(await ask(socket)).toBe('heard')
  socket.end()
  await once(socket, 'close')
  expect(arrived).toBe('hello')
})

it('lets open connections fall silent until their clients give them up; new ones work', async () => {
  const socket = await open()
  await ask(socket)
  proxy.silence()
  socket.write('lost')
  expect(await ask(await open(), ' again')).toBe('heard')
  expect([arrived, proxy.held()]).toEqual(['hello again', 1])
  socket.destroy()
  await until(() => proxy.held() === 0)
})

it('loses answers only', async () => {
  proxy.silence({ all: true, answersOnly: true })
  const socket = await open()
  socket.write('hello')
  await until(() => arrived === 'hello')
  proxy.heal()
  expect(await ask(await open(), ', healed')).toBe('heard')
  expect(socket.bytesRead).toBe(0)
})

it('answers in the place of the server what it is told to', async () => {
  proxy.answer({ to: /^PUT /, with: 'full' })
  expect(await ask(await open(), 'GET /')).toBe('heard')
  const put = await open()
  expect(await ask(put, 'PUT /')).toBe('full')
  await once(put, 'close')
  expect(arrived).toBe('GET /')
})

it('resets every open connection', async () => {
  const socket = await open()
  await ask(socket)
  proxy.reset()
  const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException]
  expect(error.code).toBe('ECONNRESET')
})
