import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How the storage fails. */
type Trouble = {
  /** Only requests of these methods; all if absent. */
  readonly methods?: readonly string[]
  /** Only for keys like this. */
  readonly key?: RegExp
  readonly status: number
  /** The error's name in S3's terms. */
  readonly code: string
}

/** A way to an S3 server on which it can be made to answer with errors, as an overloaded, broken or full one does. */
export type S3Trouble = {
  readonly endpoint: string
  readonly begin: (trouble: Trouble) => void
  readonly heal: () => void
  /** Breaks every open connection. */
  readonly cut: () => Promise<void>
  readonly close: () => Promise<void>
}

export async function startS3Trouble(s3Endpoint: string): Promise<S3Trouble> {
  let trouble: Trouble | null = null
  const server = createServer((asked, answer) => {
    if (trouble && isHit(asked, trouble)) fail(asked, answer, trouble)
    else pass(asked, answer, s3Endpoint)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    begin: (next) => {
      trouble = next
    },
    heal: () => {
      trouble = null
    },
    cut: async () => server.closeAllConnections(),
    close: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function isHit({ method = '', url = '' }: IncomingMessage, { methods, key }: Trouble): boolean {
  return (methods?.includes(method) ?? true) && (key?.test(url) ?? true)
}

function fail(asked: IncomingMessage, answer: ServerResponse, { status, code }: Trouble): void {
  // A server that answers before it has read everything may cut the connection before its answer arrives.
  asked.resume().on('end', () => {
    answer.writeHead(status, { 'Content-Type': 'application/xml' })
    answer.end(
      asked.method === 'HEAD' ? undefined : `<Error><Code>${code}</Code><Message>as asked</Message></Error>`,
    )
  })
}

function pass(asked: IncomingMessage, answer: ServerResponse, to: string): void {
  // The host too: it is signed.
  const { method = '', url = '', rawHeaders } = asked
  const passed = request(new URL(url, to), { method, headers: rawHeaders }, (got) => {
    answer.writeHead(got.statusCode ?? 502, got.rawHeaders)
    got.pipe(answer)
  })
  passed.on('error', () => answer.destroy())
  answer.on('close', () => passed.destroy())
  asked.pipe(passed)
}
