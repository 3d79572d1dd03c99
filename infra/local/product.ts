import { receiveStripeEvent } from '@equerre/contract/billing'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { DatabaseUrls } from './servers/databases.ts'
import { type GoogleVariables, startGoogleStandIn } from './stand-ins/google.ts'
import type { RedisUser } from './servers/redis-users.ts'
import { freePort } from './servers/server-process.ts'
import { type ServiceName, type ServiceProcess, startService } from './service.ts'
import type { Secrets } from './state-folder.ts'
import { startStripeStandIn, type StripeStandIn, type StripeVariables } from './stand-ins/stripe.ts'
import { cloneFolder } from './tools.ts'

/** Folder of the built page. */
export const pageFolder = path.join(cloneFolder, 'web/dist')

type ProductSettings = {
  readonly databases: DatabaseUrls
  readonly redisUrlOf: (user: RedisUser) => string
  /** Environment variables of the storage, for gateway, courier and workers. */
  readonly storage: Readonly<Record<string, string>>
  readonly secrets: Secrets
  /** The public door. */
  readonly host: string
  readonly port: number
  readonly logDir: string
  /** Whether to start the courier, which fetches files from addresses and without which everything else works. */
  readonly courier?: boolean | undefined
  /** Variables for all services in addition to those that this module sets: limits, log level, `NODE_ENV`. */
  readonly env: Readonly<Record<string, string>>
  /** Google's credentials, for auth only; without them the stand-in is started. */
  readonly google?: GoogleVariables | undefined
  /** The Stripe account, for billing only; without it the stand-in is started. */
  readonly stripe?: StripeVariables | undefined
  /** The clone whose services run; this one by default. */
  readonly release?: string | undefined
  /** The port at which the gateway reaches an internal service that listens on `port`; the same one if absent. */
  readonly portTo?: (name: 'auth' | 'billing', port: number) => Promise<number>
  readonly onTrouble: (name: ServiceName, line: string) => void
  /** Called when a service ends without having been stopped. */
  readonly onExit?: (name: ServiceName, how: string, services: Services) => void
}

export type Services = {
  /** Stripe's stand-in; null if the real one is used. */
  readonly stripe: StripeStandIn | null
  readonly pidOf: (name: ServiceName) => number
  /** The gateway’s door. */
  readonly url: string
  /** Address of a service's metrics and probes. */
  readonly opsUrlOf: (name: ServiceName) => string
  /** Starts a service that has ended, on the same port; `env` overrides its variables. */
  readonly start: (name: ServiceName, env?: Readonly<Record<string, string>>) => Promise<void>
  readonly stop: (name: ServiceName) => Promise<void>
  /** Another process of a service, besides the supervised one; `env` overrides its variables, `release` the clone it is of. */
  readonly startReplica: (
    name: ServiceName,
    env: Readonly<Record<string, string>>,
    release?: string,
  ) => Promise<ServiceProcess>
  /** Sends SIGKILL: no time to finish or to clean up. */
  readonly kill: (name: ServiceName) => Promise<void>
  readonly stopAll: () => Promise<void>
}

/** Starts the services, each with only the variables it needs; the public door opens last. */
export async function startServices(settings: ProductSettings): Promise<Services> {
  mkdirSync(settings.logDir, { recursive: true })
  const { stop, ...outside } = await startStandIns(settings)
  const [auth, billing] = [await freePort(), await freePort()]
  const { portTo = async (_name, port) => port } = settings
  const seen = { auth: await portTo('auth', auth), billing: await portTo('billing', billing) }
  const inner: Inner = { auth, billing, seen, ...outside }
  const services = superviseServices(settings, inner, stop)
  try {
    const courier = settings.courier ? (['courier'] as const) : []
    const inside = (['auth', 'billing', 'vision-worker', ...courier] as const).map((name) =>
      services.start(name),
    )
    // All must have settled before a failure stops them all.
    await Promise.allSettled(inside)
    await Promise.all(inside)
    await services.start('gateway')
    return services
  } catch (error) {
    await services.stopAll()
    throw error
  }
}

/** The providers that auth and billing depend on, real or stand-in. */
type Outside = {
  readonly google: GoogleVariables
  readonly stripe: StripeVariables
  readonly stripeStandIn: StripeStandIn | null
}
/**
 * What services need to reach one another and the providers: the internal ports, and the providers' settings.
 */
type Inner = Outside &
  Doors & {
    /** The same doors, as the gateway sees them. */
    readonly seen: Doors
  }
type Doors = { readonly auth: number; readonly billing: number }

/** Starts a stand-in for every provider without credentials. */
async function startStandIns(settings: ProductSettings): Promise<Outside & { stop: () => Promise<void> }> {
  const { host, port } = settings
  const webhookUrl = `http://${host}:${port}/api${receiveStripeEvent.path}`
  const google = settings.google ? null : await startGoogleStandIn()
  const stripe = settings.stripe ?? (await startStripeStandIn(webhookUrl))
  const stripeStandIn = 'variables' in stripe ? stripe : null
  return {
    google: settings.google ?? google?.variables ?? {},
    stripe: 'variables' in stripe ? stripe.variables : stripe,
    stripeStandIn,
    stop: async () => {
      await google?.stop()
      await stripeStandIn?.stop()
    },
  }
}

function superviseServices(
  settings: ProductSettings,
  inner: Inner,
  stopStandIns: () => Promise<void>,
): Services {
  const running = new Map<ServiceName, ServiceProcess>()
  const end = async (name: ServiceName, how: 'stop' | 'kill') => {
    const service = running.get(name)
    running.delete(name)
    await service?.[how]()
  }
  const startReplica: Services['startReplica'] = (name, env, release = settings.release) =>
    startService(name, {
      env: { ...environmentOf(name, settings, inner), ...env },
      ...(release !== undefined && { release }),
      logFile: path.join(settings.logDir, `${name}.log`),
      onTrouble: (line) => settings.onTrouble(name, line),
    })
  const start = async (name: ServiceName, env: Readonly<Record<string, string>> = {}) => {
    const service = await startReplica(name, env)
    running.set(name, service)
    void service.exited.then((how) => {
      if (running.get(name) === service) settings.onExit?.(name, how, services)
    })
  }
  const services: Services = {
    stripe: inner.stripeStandIn,
    url: `http://${settings.host}:${settings.port}`,
    pidOf: (name) => running.get(name)?.pid ?? 0,
    opsUrlOf: (name) => `http://127.0.0.1:${running.get(name)?.opsPort}`,
    start,
    startReplica,
    stop: (name) => end(name, 'stop'),
    kill: (name) => end(name, 'kill'),
    // The gateway first, so that no new work arrives; then those that the others still need.
    stopAll: async () => {
      for (const name of ['gateway', 'vision-worker', 'courier', 'auth', 'billing'] as const)
        await end(name, 'stop')
      await stopStandIns()
    },
  }
  return services
}

function environmentOf(name: ServiceName, settings: ProductSettings, inner: Inner): Record<string, string> {
  const { databases, redisUrlOf, secrets, storage, host, port, env } = settings
  const internalDoor = { HOST: '127.0.0.1', INTERNAL_TOKEN: secrets.internalToken }
  const passwordKeys = { PDF_PASSWORD_KEYS: ringOf(secrets.pdfPassword) }
  const courierKeys = { COURIER_KEYS: ringOf(secrets.courier) }
  const own: Record<ServiceName, Record<string, string>> = {
    auth: {
      ...internalDoor,
      ...inner.google,
      PORT: String(inner.auth),
      DATABASE_URL: databases.auth,
      REDIS_URL: redisUrlOf('auth'),
      KEY_PEPPER: secrets.keyPepper,
      KEY_ENCRYPTION_KEYS: ringOf(secrets.keyEncryption),
    },
    billing: {
      ...internalDoor,
      ...inner.stripe,
      PORT: String(inner.billing),
      DATABASE_URL: databases.billing,
      REDIS_URL: redisUrlOf('billing'),
    },
    // It decodes strangers' files, so it gets no secret except what its jobs and files take.
    'vision-worker': {
      ...storage,
      ...passwordKeys,
      REDIS_URL: redisUrlOf('worker'),
      // As in its image, because glibc would keep the memory of one per thread.
      MALLOC_ARENA_MAX: '1',
    },
    // It talks to strangers’ machines, so it gets no secret except what its jobs and files take.
    courier: { ...storage, ...courierKeys, REDIS_URL: redisUrlOf('courier') },
    gateway: {
      ...storage,
      ...passwordKeys,
      ...courierKeys,
      HOST: host,
      PORT: String(port),
      DATABASE_URL: databases.gateway,
      REDIS_URL: redisUrlOf('gateway'),
      INTERNAL_TOKEN: secrets.internalToken,
      KEY_PEPPER: secrets.keyPepper,
      ADDRESS_SIGNING_KEY: secrets.addressSigning,
      WEBHOOK_SECRET_KEYS: env['WEBHOOK_SECRET_KEYS'] ?? ringOf(secrets.webhooks),
      AUTH_URL: `http://127.0.0.1:${inner.seen.auth}`,
      BILLING_URL: `http://127.0.0.1:${inner.seen.billing}`,
      WEB_DIR: pageFolder,
      FETCHING: String(settings.courier ?? false),
      BATCHES: env['BATCHES'] ?? 'true',
    },
  }
  return { ...env, OPS_PORT: '0', ...own[name] }
}

/** A key in the form of a list of encryption keys. @param hex 32 bytes */
function ringOf(hex: string): string {
  return `local:${Buffer.from(hex, 'hex').toString('base64')}`
}
