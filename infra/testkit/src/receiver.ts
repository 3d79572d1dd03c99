import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a receiver got: by `webhook-id`, and as it arrived. */
export type Received = {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** What was answered; null if nothing was. */
  readonly status: number | null
}

/** Called with what arrives, when it arrives. */
type Look = (request: Received) => void

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void

/** Somebody else's server, which answers on each path as told; on others with 204. */
export async function startReceiver(answers: Readonly<Record<string, Answer>>, look: Look = () => {}) {
  const received: Received[] = []
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    const take = async () => {
      const path = incoming.url ?? ''
      const answer = answers[path] ?? (() => void response.writeHead(204).end())
      await answer(incoming, response)
      const status = response.writableEnded ? response.statusCode : null
      const request = {
        path,
        headers: incoming.headers as Record<string, string>,
        body: Buffer.concat(chunks).toString(),
        status,
      }
      received.push(request)
      look(request)
    }
    incoming.on('end', () => void take())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    received,
    url: (path: string) => `http://127.0.0.1:${port}${path}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
