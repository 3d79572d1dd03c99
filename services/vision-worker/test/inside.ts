/** Runs inside a locked process: tries everything and reports on the pipe what happened. */
import { spawn } from 'node:child_process'
import { lookup } from 'node:dns/promises'
import * as fs from 'node:fs'
import { once } from 'node:events'
import { createServer, createConnection } from 'node:net'
import { createSocket } from 'node:dgram'
import { env } from 'node:process'
import { lockCell } from '../src/cell/lock.ts'

const [, , port, secretFile, parent] = process.argv as [string, string, string, string, string]
const attempts: Readonly<Record<string, () => unknown>> = {
  'open a file': () => fs.readFileSync(secretFile),
  'make a file': () => fs.writeFileSync(`${secretFile}.new`, 'x'),
  'change a file': () => fs.chmodSync(secretFile, 0o777),
  'remove a file': () => fs.unlinkSync(secretFile),
  'rename a file': () => fs.renameSync(secretFile, `${secretFile}.old`),
  'make a link': () => fs.linkSync(secretFile, `${secretFile}.link`),
  'list a folder': () => fs.readdirSync('/'),
  'make a folder': () => fs.mkdirSync(`${secretFile}.d`),
  'look at a file': () => fs.statSync(secretFile),
  'read the environment of its worker': () => fs.readFileSync(`/proc/${parent}/environ`),
  'start a program': () => once(spawn('/bin/true', { stdio: 'inherit' }), 'spawn'),
  'signal its worker': () => process.kill(Number(parent), 0),
  'signal itself by number': () => process.kill(process.pid, 0),
  connect: async () => {
    const socket = createConnection(Number(port), '127.0.0.1')
    await once(socket, 'connect')
  },
  'connect to a path': async () => {
    await once(createConnection('/tmp/socket'), 'connect')
  },
  listen: async () => {
    await once(createServer().listen(0, '127.0.0.1'), 'listening')
  },
  'send a datagram': async () => {
    const socket = createSocket('udp4')
    await new Promise((resolve, reject) => {
      socket.once('error', reject)
      socket.send('x', Number(port), '127.0.0.1', (error) => (error ? reject(error) : resolve(null)))
    })
  },
  'resolve a name': () => lookup('localhost'),
}

const lock = await lockCell(2 ** 30)
const found: Record<string, string> = {}
for (const [name, attempt] of Object.entries(attempts)) {
  found[name] = await Promise.resolve()
    .then(attempt)
    .then(
      () => 'works',
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    )
}
fs.writeSync(3, JSON.stringify({ lock, found, environment: env }))
process.exit()
