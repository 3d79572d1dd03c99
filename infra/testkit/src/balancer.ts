import { freePort } from '@equerre/local/servers/server-process'
import type { ServiceName, ServiceProcess } from '@equerre/local/service'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { join } from './fault-proxy.ts'
import type { Product } from './product.ts'

type Replica = { readonly process: ServiceProcess; readonly port: number; readonly opsUrl: string }

/** Replicas of one service behind one address, as in a cluster. */
export type ReplicaSet = {
  readonly url: string
  /** Starts a new replica, waits until it gets traffic, then stops the oldest; returns how that one ended. */
  readonly replaceOldest: () => Promise<string>
  readonly stop: () => Promise<void>
}

const pollMs = 100

/**
 * Passes every connection to the next replica that reports ready. Readiness is polled every 100 ms: as in a
 * cluster, a replica that is stopping still gets connections for that long.
 */
export async function startReplicas(
  product: Product,
  name: ServiceName,
  { count, env }: { count: number; env: Readonly<Record<string, string>> },
): Promise<ReplicaSet> {
  const replicas: Replica[] = []
  let ready: readonly Replica[] = []
  let turn = 0
  const add = async () => {
    const port = await freePort()
    const process = await product.startReplica(name, { ...env, PORT: String(port) })
    replicas.push({ process, port, opsUrl: `http://127.0.0.1:${process.opsPort}` })
  }
  const look = async () => {
    const answers = await Promise.all(
      replicas.map(async (replica) => ((await isReady(replica)) ? [replica] : [])),
    )
    ready = answers.flat()
  }
  await Promise.all(Array.from({ length: count }, add))
  await look()
  const looking = setInterval(() => void look(), pollMs)
  const server = createServer((client) => {
    const replica = ready[turn++ % ready.length]
    if (replica) join({ client, server: connect(replica.port, '127.0.0.1') })
    else client.destroy()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    replaceOldest: async () => {
      await add()
      while (!ready.includes(replicas.at(-1)!)) await sleep(pollMs)
      const { process } = replicas[0]!
      await process.stop()
      replicas.shift()
      return process.exited
    },
    stop: async () => {
      clearInterval(looking)
      server.close()
      await Promise.all(replicas.map(({ process }) => process.stop()))
    },
  }
}

async function isReady({ opsUrl }: Replica): Promise<boolean> {
  const answer = await fetch(`${opsUrl}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
  return answer?.ok ?? false
}
