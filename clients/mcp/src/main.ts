#!/usr/bin/env node
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { Disk } from './disk.ts'
import { serveHttp } from './http.ts'
import { createServer } from './server.ts'

const usage = `equerre-mcp [--allow FOLDER]… [--out FOLDER]      over stdio
equerre-mcp --http [--host 127.0.0.1] [--port 8787] [--name HOSTNAME]…

EQUERRE_URL       where your Équerre is
EQUERRE_API_KEY   over stdio; over HTTP each request brings its own, as Authorization: Bearer
`

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      http: { type: 'boolean' },
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '8787' },
      name: { type: 'string', multiple: true, default: [] },
      allow: { type: 'string', multiple: true, default: [] },
      out: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return void process.stdout.write(usage)
  const { EQUERRE_URL: baseUrl, EQUERRE_API_KEY: apiKey } = process.env
  if (!baseUrl) throw new Error('EQUERRE_URL is needed: where your Équerre is.')
  if (values.http) {
    const { host, name: names } = values
    const server = await serveHttp({ baseUrl, host, names, port: Number(values.port) })
    const { port } = server.address() as AddressInfo
    process.stderr.write(`http://${host}:${port}/mcp\n`)
    return
  }
  if (!apiKey) throw new Error('EQUERRE_API_KEY is needed.')
  const disk = values.allow.length > 0 ? await Disk.open(values.allow, values.out) : undefined
  serveStdio(() => createServer({ baseUrl, apiKey, disk }))
}

main().catch((error: unknown) => {
  process.stderr.write(`equerre-mcp: ${(error as Error).message}\n\n${usage}`)
  process.exitCode = 1
})
