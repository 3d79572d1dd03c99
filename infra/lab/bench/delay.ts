import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A way to `port` of this machine on which replies take `ms` longer, as those of a server that is further away. */
export async function startDelay(
  port: number,
  ms: number,
): Promise<{ readonly port: number; readonly close: () => void }> {
  const open = new Set<Socket>()
  const server = createServer({ noDelay: true }, (client) => {
    const there = connect({ port, host: '127.0.0.1', noDelay: true })
    const later = (work: () => void) => setTimeout(work, ms)
    client.pipe(there)
    there.on('data', (chunk) => later(() => client.write(chunk)))
    there.on('end', () => later(() => client.end()))
    client.on('error', () => {}).on('close', () => open.delete(client) && there.destroy())
    there.on('error', () => {}).on('close', () => open.delete(there) && later(() => client.destroy()))
    for (const end of [client, there]) open.add(end)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
