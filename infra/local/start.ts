import { limitTable } from '@equerre/contract/limits'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseUrls, prepareDatabase } from './servers/databases.ts'
import { serviceSources, startPageServer, watchSources } from './dev.ts'
import { demoPeople } from './stand-ins/google-chooser.ts'
import { buildPage } from './page.ts'
import { startPostgres } from './servers/postgres.ts'
import { type Services, startServices } from './product.ts'
import { startRedis } from './servers/redis.ts'
import { commandOf, freePort, isPortFree } from './servers/server-process.ts'
import { seedDemoPeople } from './seed.ts'
import { ServiceFailure, type ServiceName } from './service.ts'
import { keepSecrets, openStateFolder, redisPasswords, type StateFolder } from './state-folder.ts'
import { prepareStorage } from './storage.ts'
import type { StripeVariables } from './stand-ins/stripe.ts'
import { cloneFolder } from './tools.ts'

const restartPauseMs = 1_000
/** Whether to watch the sources (`npm run dev`). */
const watching = process.argv.includes('--watch')

/** The product cannot start; the message says what to do. */
class Refusal extends Error {
  override name = 'Refusal' as const
}

/** Runs the whole product on this machine until Ctrl-C: databases, services, one address. */
async function main(interrupted: AbortSignal): Promise<void> {
  const { host, port } = await chooseDoor()
  const state = openStateFolder()
  await using cleanup = new AsyncDisposableStack()
  claim(state, cleanup)
  const logDir = path.join(state.dir, 'logs')
  rmSync(logDir, { recursive: true, force: true })
  mkdirSync(logDir, { recursive: true })

  const secrets = keepSecrets(path.join(state.dir, 'secrets.json'))
  const { postgres, redis } = await startStores({ state, secrets, logDir, cleanup, interrupted })

  const databases = databaseUrls(postgres.adminUrl, 'equerre', secrets)
  for (const name of await prepareDatabase(databases, secrets)) say('postgres', `migrated ${name}`)
  if (!watching && buildPage()) say('page', 'built')
  interrupted.throwIfAborted()

  const google = googleVariables()
  if (!google) await seedDemoPeople(databases)
  const services = await startServices({
    databases,
    google,
    stripe: stripeVariables(),
    redisUrlOf: redis.urlOf,
    storage: await storageOf(state),
    secrets,
    host,
    // While sources are watched, the page server takes the public port and passes the API on to the gateway.
    port: watching ? await freePort() : port,
    logDir,
    courier: true,
    env: passedOn(),
    onTrouble: say,
    onExit: (name, how, all) => void restart(name, { how, services: all, interrupted }),
  })
  cleanup.defer(() => stopAndSay('services', services.stopAll))
  if (watching) cleanup.defer(await watchAll({ host, port }, services))
  announce(`http://${host === '127.0.0.1' ? 'localhost' : host}:${port}`, { demo: !google, state })
  await untilAborted(interrupted)
}

/** The public address. */
async function chooseDoor(): Promise<{ host: string; port: number }> {
  const host = process.env['HOST'] || '127.0.0.1'
  const port = Number(process.env['PORT'] || 8080) || (await freePort())
  if (!(await isPortFree(port, host))) {
    throw new Refusal(`port ${port} is taken: stop what uses it, or choose another with PORT=8081 npm start`)
  }
  return { host, port }
}

/** Starts the stores: Postgres, Redis and the file storage. */
async function startStores({
  state,
  secrets,
  logDir,
  cleanup,
  interrupted,
}: {
  state: StateFolder
  secrets: ReturnType<typeof keepSecrets>
  logDir: string
  cleanup: AsyncDisposableStack
  interrupted: AbortSignal
}) {
  const postgres = await startPostgres({
    state,
    dataDir: path.join(state.dir, 'postgres'),
    password: secrets.admin,
    logFile: path.join(logDir, 'postgres.log'),
  })
  cleanup.defer(() => stopAndSay('postgres', postgres.stop))
  say('postgres', 'ready')
  interrupted.throwIfAborted()
  const redis = await startRedis({
    dir: path.join(state.dir, 'redis'),
    password: secrets.redis,
    users: redisPasswords(secrets),
    logFile: path.join(logDir, 'redis.log'),
  })
  cleanup.defer(() => stopAndSay('redis', redis.stop))
  say('redis', 'ready')
  interrupted.throwIfAborted()
  return { postgres, redis }
}

/** Serves the page from its sources and restarts a service when its sources change. @returns what stops this */
async function watchAll(
  door: { host: string; port: number },
  services: Services,
): Promise<() => Promise<void>> {
  const page = await startPageServer(door, services.url)
  const watches = Object.entries(serviceSources).map(([name, folders]) =>
    watchSources(
      folders.map((folder) => path.join(cloneFolder, folder)),
      () => void startAnew(name as ServiceName, services),
    ),
  )
  return async () => {
    for (const end of watches) end()
    await page.stop()
  }
}

async function startAnew(name: ServiceName, services: Services): Promise<void> {
  say(name, 'changed, starting it again')
  await services.stop(name)
  // A service that does not start has said why; the next change tries again.
  await services.start(name).catch((error: unknown) => say(name, String(error)))
}

async function storageOf(state: StateFolder): Promise<Record<string, string>> {
  const dir = path.join(state.dir, 'objects')
  const storage = await prepareStorage(process.env, dir).catch((error: Error) => {
    throw new Refusal(error.message)
  })
  if (storage['STORAGE'] === 'filesystem') mkdirSync(dir, { recursive: true, mode: 0o700 })
  else say('storage', `bucket ${storage['S3_BUCKET']} at ${storage['S3_ENDPOINT'] ?? 'Amazon'}`)
  return storage
}

function announce(address: string, { demo, state }: { demo: boolean; state: StateFolder }): void {
  say('equerre', `ready on ${address} (Ctrl-C stops it)`)
  for (const { name, email, credits } of demo ? demoPeople : [])
    say('sign-in', `${name} <${email}>, ${credits} credits to begin with`)
  say('equerre', `logs and data in ${state.dir}`)
}

/** Restarts a service that died, as a cluster would; the queue hands its job to another. */
async function restart(
  name: ServiceName,
  { how, services, interrupted }: { how: string; services: Services; interrupted: AbortSignal },
): Promise<void> {
  for (let reason = how; !interrupted.aborted;) {
    say(name, `ended (${reason}), starting it again`)
    await sleep(restartPauseMs)
    if (interrupted.aborted) return
    try {
      return await services.start(name)
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error)
    }
  }
}

/** One run per state folder; a killed run's claim is taken over. */
function claim({ dir }: StateFolder, cleanup: AsyncDisposableStack): void {
  const file = path.join(dir, 'start.pid')
  const pid = Number(readOrEmpty(file))
  if (pid > 0 && commandOf(pid).includes('start.ts')) {
    throw new Refusal(`this clone is already running (process ${pid}): stop it first`)
  }
  writeFileSync(file, String(process.pid))
  cleanup.defer(() => rmSync(file, { force: true }))
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** The variables that a person may set for all services; no others are passed on. */
function passedOn(): Record<string, string> {
  const limits = Object.values(limitTable).map(({ variable }) => variable)
  const checkout = ['CHECKOUT_INVOICE', 'CHECKOUT_TAX_ID', 'CHECKOUT_TERMS_CONSENT', 'RECONCILE_SECONDS']
  const names = [
    'PATH',
    'LOG_LEVEL',
    'PUBLIC_URL',
    'TRUST_PROXY',
    'WORKER_SLOTS',
    'COURIER_ALLOW_NETWORKS',
    ...checkout,
    ...limits,
  ]
  return { NODE_ENV: 'development', ...given(names) }
}

/** Google's credentials, if given. */
function googleVariables(): Record<string, string> | undefined {
  const addresses = ['GOOGLE_AUTHORIZATION_URL', 'GOOGLE_TOKEN_URL', 'GOOGLE_USERINFO_URL']
  const variables = given(['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', ...addresses])
  return variables['GOOGLE_CLIENT_ID'] ? variables : undefined
}

/** The Stripe account, if given. */
function stripeVariables(): StripeVariables | undefined {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET = '' } = process.env
  return STRIPE_SECRET_KEY ? { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } : undefined
}

function given(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] ? [[name, process.env[name]] as const] : [])),
  )
}

async function stopAndSay(who: string, stop: () => Promise<void>): Promise<void> {
  await stop()
  say(who, 'stopped')
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

function say(who: string, text: string): void {
  console.log(`${who.padEnd(13)} ${text}`)
}

const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interruption.abort())

try {
  await main(interruption.signal)
} catch (error) {
  if (!interruption.signal.aborted) {
    // The terminal already shows what a service said before it failed.
    const expected = error instanceof Refusal || error instanceof ServiceFailure
    console.error(expected ? `equerre       ${error.message}` : error)
    process.exitCode = 1
  }
}
