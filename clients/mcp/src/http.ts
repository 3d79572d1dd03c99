import { hostHeaderValidation, originValidation, toNodeHandler } from '@modelcontextprotocol/node'
import {
  createMcpHandler,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
} from '@modelcontextprotocol/server'
import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage, type Server } from 'node:http'
import { createServer } from './server.ts'

export type Door = {
  readonly baseUrl: string
  readonly host: string
  readonly port: number
  /** Names by which it may be called besides those of this computer. */
  readonly names: readonly string[]
}

/**
 * Serves MCP at `/mcp`, to whoever brings a key: each request has its own, and nothing is remembered between two. Pages of other origins
 * and names that somebody lets point here (DNS rebinding) are refused.
 */
export async function serveHttp({ baseUrl, host, port, names }: Door): Promise<Server> {
  const isHost = hostHeaderValidation([...localhostAllowedHostnames(), ...names])
  const isOrigin = originValidation([...localhostAllowedOrigins(), ...names])
  const handle = toNodeHandler(
    createMcpHandler(({ authInfo }) => createServer({ baseUrl, apiKey: authInfo!.token })),
  )
  const server = createHttpServer((request, response) => {
    if (!isHost(request, response) || !isOrigin(request, response)) return
    if (request.url !== '/mcp') return void response.writeHead(404).end()
    const token = keyOf(request)
    if (token === null) return void response.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end()
    const { method = 'GET', url } = request
    const auth = { token, clientId: 'key', scopes: [] }
    void handle(Object.assign(request, { auth, method, url }), response)
  })
  await once(server.listen(port, host), 'listening')
  return server
}

function keyOf({ headers }: IncomingMessage): string | null {
  return /^Bearer (eq_(?:live|test)_[0-9A-Za-z]{49})$/.exec(headers.authorization ?? '')?.[1] ?? null
}
