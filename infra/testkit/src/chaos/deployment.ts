import { freePort } from '@equerre/local/servers/server-process'
import type { ServiceName } from '@equerre/local/service'
import type { ServerResponse } from 'node:http'
import { startBalancer } from '../balancer.ts'
import { photographDocument } from '../pictures.ts'
import { startProduct, type Product } from '../product.ts'
import { startReceiver } from '../receiver.ts'
import { missingS3, startS3 } from '../s3.ts'
import type { Servers, startServers } from '../servers.ts'
import type { Ways } from '../ways.ts'

/** One of the processes, which can be made to fail. */
export type Member = {
  readonly pid: () => number
  /** Sends SIGKILL. */
  readonly kill: () => Promise<void>
  /** Stops it if it is still running, and starts it on the same port; `env` overrides its variables. */
  readonly restart: (env?: Readonly<Record<string, string>>) => Promise<void>
}

/** What everybody sends. */
export type Photo = { readonly bytes: Uint8Array; readonly name: string }

/** A distributed set-up: several processes of what is replicated in production, and a proxy on every way between two. */
export type Deployment = {
  /** The address in front of all gateways. */
  readonly url: string
  readonly product: Product
  readonly ways: Ways
  readonly members: Readonly<Record<ServiceName, readonly Member[]>>
  readonly photo: Photo
  /** Somebody's server, which has the photo at `/page.jpg` and takes what it is told anywhere else. */
  readonly elsewhere: Awaited<ReturnType<typeof startReceiver>>
  /** The `webhook-id`s under which that was told of the end of a step or a batch. */
  readonly told: (id: string) => ReadonlySet<string>
  /** Kill a server; the returned function starts it again with the same data. Null where it is shared or missing. */
  readonly losePostgres: Lose | null
  readonly loseStorage: Lose | null
  readonly stop: () => Promise<void>
}
type Lose = () => Promise<() => Promise<void>>

/** No limit but the windows of steps in flight: those who visit come from few addresses, and never stop. */
const plenty = '1000000'
const env = {
  // Addresses are invented, and sent the way a proxy in front would.
  TRUST_PROXY: '1',
  GUEST_CREDITS: plenty,
  FREE_TOPUP_CREDITS: plenty,
  COOKIE_REQUESTS_PER_MINUTE: plenty,
  KEY_REQUESTS_PER_MINUTE: plenty,
  UPLOADS_PER_MINUTE: plenty,
  REQUEST_BURST: plenty,
  UNPAID_STEPS_PER_HOUR: plenty,
  UNPAID_LONG_SECONDS_PER_HOUR: plenty,
  DRAIN_SECONDS: '1',
  WORKER_SLOTS: '1',
  COURIER_ALLOW_NETWORKS: '127.0.0.1/32',
}

/** @param running servers outside a test run; Postgres can be lost only there, because nobody else uses it */
export async function startDeployment(
  running?: Awaited<ReturnType<typeof startServers>>,
): Promise<Deployment> {
  await using opened = new AsyncDisposableStack()
  const s3 = missingS3 ? null : await startS3()
  if (s3) opened.defer(s3.stop)
  const servers: { servers?: Servers } = running ? { servers: running.servers } : {}
  const storage = s3 && { storage: s3.variables }
  const product = await startProduct({ ...servers, env, proxied: true, courier: true, ...storage })
  opened.defer(product.stop)
  const outside = await startOutside()
  opened.defer(async () => outside.elsewhere.close())
  const [gateway, worker] = [
    await openReplica(product, 'gateway'),
    await openReplica(product, 'vision-worker'),
  ]
  for (const replica of [gateway, worker]) opened.defer(replica.stop)
  const first = { port: Number(new URL(product.url).port) }
  const balancer = await startBalancer(() => [
    { ...first, opsUrl: product.opsUrlOf('gateway') },
    gateway.target(),
  ])
  opened.defer(async () => balancer.close())
  const cleanup = opened.move()
  return {
    url: balancer.url,
    product,
    ...outside,
    ways: product.ways!,
    members: {
      gateway: [supervised(product, 'gateway'), gateway],
      'vision-worker': [supervised(product, 'vision-worker'), worker],
      auth: [supervised(product, 'auth')],
      billing: [supervised(product, 'billing')],
      courier: [supervised(product, 'courier')],
    },
    losePostgres: running?.losePostgres ?? null,
    loseStorage: s3?.lose ?? null,
    stop: () => cleanup.disposeAsync(),
  }
}

async function startOutside(): Promise<Pick<Deployment, 'photo' | 'elsewhere' | 'told'>> {
  const { jpeg } = await photographDocument({
    seed: 53,
    width: 800,
    height: 600,
    page: 'letter',
    coverage: 0.5,
  })
  const told = new Map<string, Set<string>>()
  const page = { '/page.jpg': (_: unknown, response: ServerResponse) => void response.end(jpeg) }
  const elsewhere = await startReceiver(page, ({ headers, body }) => {
    if (body === '') return
    const { job_id, batch_id } = (JSON.parse(body) as { data: { job_id?: string; batch_id?: string } }).data
    const id = job_id ?? batch_id ?? ''
    told.set(id, (told.get(id) ?? new Set()).add(headers['webhook-id']!))
  })
  return { photo: { bytes: jpeg, name: 'page.jpg' }, elsewhere, told: (id) => told.get(id) ?? new Set() }
}

function supervised(product: Product, name: ServiceName): Member {
  return {
    pid: () => product.pidOf(name),
    kill: () => product.kill(name),
    restart: (changed) => product.restart(name, changed),
  }
}

async function openReplica(product: Product, name: ServiceName) {
  const port = await freePort()
  const start = (changed: Readonly<Record<string, string>> = {}) =>
    product.startReplica(name, { PORT: String(port), ...changed })
  let process = await start()
  return {
    pid: () => process.pid,
    kill: () => process.kill(),
    restart: async (changed?: Readonly<Record<string, string>>) => {
      await process.stop()
      process = await start(changed)
    },
    stop: () => process.stop(),
    target: () => ({ port, opsUrl: `http://127.0.0.1:${process.opsPort}` }),
  }
}
