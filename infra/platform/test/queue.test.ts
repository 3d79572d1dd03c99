import { startRedis, type RedisServer } from '@equerre/local/servers/redis'
import { createLog } from '@equerre/platform/log'
import { openQueue, openRedis } from '@equerre/platform/queue'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'

const password = 'queue-test'

let dir: string
let redis: RedisServer
let proxy: Server
/** While set, a connection is cut the second time that it asks for Redis's version. */
let blinking = true
beforeAll(async () => {
  dir = await mkdtemp(path.join(inject('servers').runDir, 'queue-'))
  redis = await startRedis({ dir, password, logFile: path.join(dir, 'redis.log') })
  proxy = createServer((client) => {
    const server = connect(redis.port, '127.0.0.1')
    let versionRequests = 0
    client.on('data', (commands: Buffer) => {
      versionRequests += commands.toString('latin1').toLowerCase().split('\r\ninfo\r\n').length - 1
      if (blinking && versionRequests > 1) client.destroy()
      else server.write(commands)
    })
    server.pipe(client)
    client.on('close', () => server.destroy()).on('error', () => {})
    server.on('close', () => client.destroy()).on('error', () => {})
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
})
afterAll(async () => {
  proxy.close()
  await redis.stop()
  await rm(dir, { recursive: true, force: true })
})

it('takes jobs once Redis is back, even if it was down when the queue was opened', async () => {
  const { port } = proxy.address() as AddressInfo
  const log = createLog('test', 'silent')
  const client = openRedis(`redis://:${password}@127.0.0.1:${port}`, log)
  const queue = openQueue('test', client, { log })
  await queue.waitUntilReady().catch(() => {})
  blinking = false
  const job = await vi.waitFor(() => queue.add('any', {}), { timeout: 10_000, interval: 100 })
  expect(job.id).toBe('1')
  client.disconnect()
})
