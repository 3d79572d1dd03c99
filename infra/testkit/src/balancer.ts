import { freePort } from '@equerre/local/servers/server-process'
import type { ServiceName, ServiceProcess } from '@equerre/local/service'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { join } from './fault-proxy.ts'
import type { Product } from './product.ts'

/** A process that takes connections on `port` while the probe at `opsUrl` says that it is ready. */
type Target = { readonly port: number; readonly opsUrl: string }
type Replica = Target & { readonly process: ServiceProcess }

/** Replicas of one service behind one address, as in a cluster. */
export type ReplicaSet = {
  readonly url: string
  /**
   * Starts a new replica, waits until it gets traffic, then stops the oldest; returns how that one ended. `release`: the clone that
   * the new one is of, if not the product's.
   */
  readonly replaceOldest: (release?: string) => Promise<string>
  readonly stop: () => Promise<void>
}

const pollMs = 100

/** Replicas that are started and replaced one by one. */
export async function startReplicas(
  product: Product,
  name: ServiceName,
  { count, env }: { count: number; env: Readonly<Record<string, string>> },
): Promise<ReplicaSet> {
  const replicas: Replica[] = []
  const add = async (release?: string) => {
    const port = await freePort()
    const process = await product.startReplica(name, { ...env, PORT: String(port) }, release)
    replicas.push({ process, port, opsUrl: `http://127.0.0.1:${process.opsPort}` })
  }
  await Promise.all(Array.from({ length: count }, () => add()))
  const balancer = await startBalancer(() => replicas)
  return {
    url: balancer.url,
    replaceOldest: async (release) => {
      await add(release)
      while (!balancer.ready().includes(replicas.at(-1)!)) await sleep(pollMs)
      const { process } = replicas[0]!
      await process.stop()
      replicas.shift()
      return process.exited
    },
    stop: async () => {
      balancer.close()
      await Promise.all(replicas.map(({ process }) => process.stop()))
    },
  }
}

type Balancer = {
  readonly url: string
  readonly ready: () => readonly Target[]
  readonly close: () => void
}

/**
 * Passes every connection to the next target that reports ready. Readiness is polled every 100 ms: as in a
 * cluster, a process that is stopping still gets connections for that long.
 */
export async function startBalancer(targets: () => readonly Target[]): Promise<Balancer> {
  const ready = new Map<string, Target>()
  let turn = 0
  // Each by itself, so that one that does not answer holds up none of the others, and one after the other, so that the last counts.
  const looked = new Set<string>()
  const look = async (target: Target) => {
    if (looked.has(target.opsUrl)) return
    looked.add(target.opsUrl)
    const isOne = await isReady(target)
    looked.delete(target.opsUrl)
    const isStill = targets().some(({ opsUrl }) => opsUrl === target.opsUrl)
    if (isOne && isStill) ready.set(target.opsUrl, target)
    else ready.delete(target.opsUrl)
  }
  const lookAtAll = () => Promise.all(targets().map(look))
  while (ready.size < targets().length) await lookAtAll()
  const looking = setInterval(() => {
    for (const target of [...targets(), ...ready.values()]) void look(target)
  }, pollMs)
  const server = createServer((client) => {
    const target = [...ready.values()][turn++ % ready.size]
    if (target) join({ client, server: connect(target.port, '127.0.0.1') })
    else client.destroy()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ready: () => [...ready.values()],
    close: () => {
      clearInterval(looking)
      server.close()
    },
  }
}

async function isReady({ opsUrl }: Target): Promise<boolean> {
  const answer = await fetch(`${opsUrl}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
  return answer?.ok ?? false
}
