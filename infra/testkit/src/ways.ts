import type { DatabaseUrls } from '@equerre/local/servers/databases'
import type { RedisServer } from '@equerre/local/servers/redis'
import { redisUsers } from '@equerre/local/servers/redis-users'
import { faultsOf, startFaultProxy, through, type FaultProxy, type Faults } from './fault-proxy.ts'

type PeerName = 'redis' | 'postgres' | 'storage' | 'auth' | 'billing'

/** The ways between the processes of a product: a proxy for each pair, except that all share the one to the storage. */
export type Ways = {
  /** All that lead to a peer. */
  readonly to: (peer: PeerName) => Faults
  /** The gateways' alone. */
  readonly fromGateway: (peer: 'redis' | 'postgres') => Faults
}

type Wanted = {
  readonly databases: DatabaseUrls
  readonly redisUrlOf: RedisServer['urlOf']
  readonly storage: Readonly<Record<string, string>>
}

/** What a product is started with so that everything goes through proxies. */
type OpenedWays = Wanted &
  AsyncDisposable & {
    readonly ways: Ways
    readonly portTo: (name: 'auth' | 'billing', port: number) => Promise<number>
  }

const roles = ['gateway', 'auth', 'billing'] as const

export async function openWays({ databases, redisUrlOf, storage }: Wanted): Promise<OpenedWays> {
  const proxies = new Map<string, FaultProxy>()
  const open = async (name: string, port: number) => {
    const proxy = await startFaultProxy(port)
    proxies.set(name, proxy)
    return proxy
  }
  const lead = async (name: string, url: string) => through(url, await open(name, Number(new URL(url).port)))
  const ledTo = async <Name extends string>(
    names: readonly Name[],
    peer: string,
    urlOf: (name: Name) => string,
  ) =>
    Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await lead(`${name}-${peer}`, urlOf(name))])),
    ) as Record<Name, string>
  const redisUrls = await ledTo(redisUsers, 'redis', redisUrlOf)
  const endpoint = storage['S3_ENDPOINT']
  const named = (end: string) =>
    faultsOf([...proxies].filter(([name]) => name.endsWith(end)).map(([, one]) => one))
  return {
    databases: { ...databases, ...(await ledTo(roles, 'postgres', (role) => databases[role])) },
    redisUrlOf: (user) => redisUrls[user],
    storage: { ...storage, ...(endpoint && { S3_ENDPOINT: await lead('all-storage', endpoint) }) },
    portTo: async (name, port) => (await open(`gateway-${name}`, port)).port,
    ways: { to: (peer) => named(`-${peer}`), fromGateway: (peer) => named(`gateway-${peer}`) },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...proxies.values()].map((proxy) => proxy.close()))
    },
  }
}
