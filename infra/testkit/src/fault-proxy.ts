import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A way to a server on which its peers can be made to fall silent without closing. */
export type FaultProxy = {
  readonly port: number
  /**
   * Lets every open connection fall silent for good: what is sent is acknowledged, nothing passes, nobody hangs up.
   * @param all whether connections made from now on are accepted and never answered either, until `heal`
   */
  readonly silence: (how?: { readonly all: boolean }) => void
  readonly heal: () => void
  /** Silent connections that the client has not given up. */
  readonly held: () => number
  readonly close: () => Promise<void>
}

/** Passes every connection on to `port` of this machine. */
export async function startFaultProxy(port: number): Promise<FaultProxy> {
  const passing = new Set<Route>()
  const silent = new Set<Socket>()
  let allSilent = false
  const mute = (client: Socket) => {
    silent.add(client)
    const forget = () => silent.delete(client)
    // Read on, or the client's hanging up would never be seen.
    client.on('error', forget).on('end', forget).on('close', forget).resume()
  }
  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (allSilent) return mute(client)
    const route = { client, server: connect(port, '127.0.0.1') }
    passing.add(route)
    route.client.on('close', () => passing.delete(route))
    join(route)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    silence: ({ all } = { all: false }) => {
      allSilent = all
      for (const route of passing) {
        part(route)
        mute(route.client)
      }
      passing.clear()
    },
    heal: () => {
      allSilent = false
    },
    held: () => silent.size,
    close: async () => {
      server.close()
      for (const { client, server: to } of passing) for (const socket of [client, to]) socket.destroy()
      for (const client of silent) client.destroy()
    },
  }
}

/** The same address through a proxy. */
export function through(url: string, { port }: FaultProxy): string {
  const address = new URL(url)
  address.port = String(port)
  return address.href
}

/** Both ends of a connection that passes through this process. */
type Route = { readonly client: Socket; readonly server: Socket }

/** Passes bytes and endings on, in both directions. */
export function join({ client, server }: Route): void {
  client.pipe(server).pipe(client)
  client.on('error', () => server.destroy()).on('close', () => server.destroy())
  server.on('error', () => client.destroy()).on('close', () => client.destroy())
}

/** Undoes `join` and leaves both ends open: neither learns anything of the other any more. */
function part({ client, server }: Route): void {
  client.unpipe(server)
  server.unpipe(client)
  for (const socket of [client, server])
    for (const event of ['error', 'close']) socket.removeAllListeners(event)
  server.on('error', () => {}).resume()
}
