import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A machine of somebody else's, which answers as it is told; at an address that `COURIER_ALLOW_NETWORKS` must allow. */
export type Receiver = {
  readonly url: string
  readonly port: number
  /** Everything that it was asked. */
  readonly requests: readonly IncomingMessage[]
  readonly close: () => Promise<void>
}

export async function startReceiver(
  answer: RequestListener,
  host = '127.0.0.1',
  wanted = 0,
): Promise<Receiver> {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(wanted, host, resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${host}:${port}`,
    port,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
