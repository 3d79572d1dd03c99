import { photographDocument } from '@equerre/testkit/pictures'
import { Client } from '@equerre/testkit/client'
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { sbomOf } from './sbom.ts'
import { databaseUrls, type DatabaseUrls } from '@equerre/local/servers/databases'
import { imageEnvironment, instructionsOf, readDockerfile, type Stage } from './dockerfile.ts'
import { startPostgres } from '@equerre/local/servers/postgres'
import { startRedis, type RedisServer } from '@equerre/local/servers/redis'
import { freePort } from '@equerre/local/servers/server-process'
import { makeSecrets, openStateFolder, redisPasswords } from '@equerre/local/state-folder'
import { cloneFolder } from '@equerre/local/tools'

/** An unprivileged user, as with `USER node`. */
const nobody = { uid: 65_534, gid: 65_534 }
const readyTimeoutMs = 120_000

const stages = readDockerfile()
const scratch = mkdtempSync(path.join(tmpdir(), 'equerre-images-'))
const node = path.join(scratch, 'bin/node')
const built = new Map<string, string>()

/**
 * Builds every image as a plain folder, following the Dockerfile step by step, then runs them as an
 * unprivileged user on read-only files. Prints what only a container engine could check, and lists what each
 * image contains.
 */
async function main(): Promise<void> {
  chmodSync(scratch, 0o755)
  mkdirSync(path.dirname(node))
  copyFileSync(process.execPath, node)
  chmodSync(node, 0o755)
  for (const target of ['migrate', 'auth', 'billing', 'courier', 'vision-worker', 'gateway']) {
    spawnSync('chmod', ['-R', 'a-w,a+rX', build(target)])
    writeSbom(target)
  }
  await using cleanup = new AsyncDisposableStack()
  await run(cleanup)
}

function writeSbom(target: string): void {
  const file = path.join(cloneFolder, '.out/sbom', `${target}.cdx.json`)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(sbomOf(target, build(target)), null, 2))
  say(target, `its contents are listed in ${file}`)
}

function build(name: string): string {
  const known = built.get(name)
  if (known !== undefined) return known
  const stage = stages.find((each) => each.name === name)
  const root = path.join(scratch, 'stages', name)
  if (!stage) {
    // A base image: this machine's own system stands in for it.
    mkdirSync(root, { recursive: true })
    return root
  }
  const base = build(stage.base)
  mkdirSync(path.dirname(root), { recursive: true })
  execFileSync('cp', ['-a', base, root])
  built.set(name, root)
  replay(stage, root)
  return root
}

function replay({ name, instructions }: Stage, root: string): void {
  const workdir = path.join(root, 'app')
  mkdirSync(workdir, { recursive: true })
  for (const step of instructions) {
    if (step.kind === 'COPY') copy(step, { root, workdir })
    if (step.kind === 'RUN' && step.command.includes('apt-get')) say(name, `left out: ${step.command}`)
    else if (step.kind === 'RUN') {
      say(name, step.command)
      const env = { ...process.env, PATH: `${path.dirname(node)}:${process.env['PATH']}` }
      execFileSync('sh', ['-ec', step.command], { cwd: workdir, env, stdio: ['ignore', 'ignore', 'inherit'] })
    }
  }
}

type Copy = { readonly from: string | null; readonly sources: readonly string[]; readonly to: string }

function copy({ from, sources, to }: Copy, { root, workdir }: { root: string; workdir: string }): void {
  const target = path.resolve(to.startsWith('/') ? path.join(root, to) : path.join(workdir, to))
  mkdirSync(target, { recursive: true })
  for (const source of sources) {
    if (from !== null) execFileSync('cp', ['-a', `${path.join(build(from), source)}/.`, target])
    else for (const file of contextFiles(source)) copyFile(file, { source, target })
  }
}

/** Of a folder the contents are copied, of a file the file itself. */
function copyFile(file: string, { source, target }: { source: string; target: string }): void {
  const to = path.join(target, file === source ? path.basename(file) : path.relative(source, file))
  mkdirSync(path.dirname(to), { recursive: true })
  copyFileSync(path.join(cloneFolder, file), to)
}

/** The files below `source` in the build context: those in git, except what .dockerignore excludes. */
function contextFiles(source: string): string[] {
  const list = (...options: string[]) =>
    execFileSync('git', ['ls-files', ...options, '--', source], { cwd: cloneFolder, encoding: 'utf8' })
      .split('\n')
      .filter(Boolean)
  const ignored = new Set(list('--cached', '--ignored', '--exclude-from=.dockerignore'))
  return list('--cached').filter((file) => !ignored.has(file))
}

type Stores = {
  readonly urls: DatabaseUrls
  readonly redisUrlOf: RedisServer['urlOf']
  readonly objects: string
  /** The worker's /tmp. */
  readonly temporary: string
}

/** A database, a Redis and two folders, the only ones that the images' user may write. */
async function openStores(cleanup: AsyncDisposableStack): Promise<Stores> {
  const state = openStateFolder()
  const secrets = makeSecrets()
  const data = mkdtempSync(path.join(state.dir, 'replay-'))
  chmodSync(data, 0o711)
  cleanup.defer(() => rmSync(data, { recursive: true, force: true }))
  const [objects, temporary] = [path.join(data, 'objects'), path.join(data, 'tmp')]
  for (const folder of [objects, temporary]) {
    mkdirSync(folder)
    chownSync(folder, nobody.uid, nobody.gid)
  }
  const logFile = path.join(data, 'log')
  const dataDir = path.join(data, 'postgres')
  const postgres = await startPostgres({ state, dataDir, password: secrets.admin, logFile })
  cleanup.defer(postgres.stop)
  const redis = await startRedis({
    dir: path.join(data, 'redis'),
    password: secrets.redis,
    users: redisPasswords(secrets),
    logFile,
  })
  cleanup.defer(redis.stop)
  return {
    urls: databaseUrls(postgres.adminUrl, 'postgres', secrets),
    redisUrlOf: redis.urlOf,
    objects,
    temporary,
  }
}

async function run(cleanup: AsyncDisposableStack): Promise<void> {
  const { urls, redisUrlOf, objects, temporary } = await openStores(cleanup)
  const migration = start('migrate', {
    ADMIN_DATABASE_URL: urls.admin,
    AUTH_DATABASE_URL: urls.auth,
    BILLING_DATABASE_URL: urls.billing,
    GATEWAY_DATABASE_URL: urls.gateway,
  })
  expectEnd('migrate', await ended(migration))
  await usePage(await startServices(cleanup, { urls, redisUrlOf, objects, temporary }))
}

/** @returns the address of the page */
async function startServices(
  cleanup: AsyncDisposableStack,
  { urls, redisUrlOf, objects, temporary }: Stores,
): Promise<string> {
  const ports = { auth: await freePort(), billing: await freePort(), gateway: await freePort() }
  const common = { NODE_ENV: 'development', HOST: '127.0.0.1', OPS_HOST: '127.0.0.1' }
  const long = 'x'.repeat(32)
  const inner = { INTERNAL_TOKEN: long, KEY_PEPPER: long }
  const ring = `k:${Buffer.alloc(32).toString('base64')}`
  const storage = { STORAGE: 'filesystem', STORAGE_DIR: objects }
  const unreachable = 'http://127.0.0.1:9'
  await service('auth', cleanup, {
    ...common,
    ...inner,
    PORT: String(ports.auth),
    DATABASE_URL: urls.auth,
    REDIS_URL: redisUrlOf('auth'),
    KEY_ENCRYPTION_KEYS: ring,
    GOOGLE_CLIENT_ID: 'none',
    GOOGLE_CLIENT_SECRET: 'none',
  })
  await service('billing', cleanup, {
    ...common,
    ...inner,
    PORT: String(ports.billing),
    DATABASE_URL: urls.billing,
    REDIS_URL: redisUrlOf('billing'),
    STRIPE_SECRET_KEY: 'sk_test_none',
    STRIPE_WEBHOOK_SECRET: 'whsec_none',
    STRIPE_API_URL: unreachable,
  })
  await service('vision-worker', cleanup, {
    ...common,
    ...storage,
    REDIS_URL: redisUrlOf('worker'),
    PDF_PASSWORD_KEYS: ring,
    WORKER_SLOTS: '1',
    TMPDIR: temporary,
  })
  await service('courier', cleanup, {
    ...common,
    ...storage,
    REDIS_URL: redisUrlOf('courier'),
    COURIER_KEYS: ring,
  })
  await service('gateway', cleanup, {
    ...common,
    ...inner,
    ...storage,
    PORT: String(ports.gateway),
    DATABASE_URL: urls.gateway,
    REDIS_URL: redisUrlOf('gateway'),
    ADDRESS_SIGNING_KEY: long,
    PDF_PASSWORD_KEYS: ring,
    COURIER_KEYS: ring,
    AUTH_URL: `http://127.0.0.1:${ports.auth}`,
    BILLING_URL: `http://127.0.0.1:${ports.billing}`,
  })
  return `http://127.0.0.1:${ports.gateway}`
}

async function usePage(url: string): Promise<void> {
  const page = await (await fetch(url)).text()
  if (!page.includes('<div id="root"')) throw new Error(`the gateway serves no page: ${page.slice(0, 200)}`)
  const guest = await Client.guest(url)
  const { jpeg } = await photographDocument({ seed: 91, width: 800, height: 600, coverage: 0.5 })
  // libvips would unpack this to disk, being more than 100 MB and not read sequentially; the worker's cells
  // have no disk.
  const large = await sharp(jpeg).resize(7_000, 5_000).webp().toBuffer()
  const files = { 'small.jpg': jpeg, 'large.webp': large }
  const options = '{"dpi":72,"corners":[[0.1,0.1],[0.9,0.1],[0.9,0.9],[0.1,0.9]]}'
  for (const [name, bytes] of Object.entries(files)) {
    const { ingestion_id } = (await guest.ingest({ bytes, name })).body
    const done = await guest.rectify({ ingestion_id, options })
    if (done.status !== 200) throw new Error(`${name} became no page: ${JSON.stringify(done.body)}`)
    say('all', `${name} has become a page of ${done.body.width} × ${done.body.height}`)
  }
}

/** Starts an image, waits until its own health check succeeds, and stops it with SIGTERM at the end. */
async function service(
  target: string,
  cleanup: AsyncDisposableStack,
  env: Record<string, string>,
): Promise<void> {
  const withOps = { ...env, OPS_PORT: String(await freePort()) }
  const child = start(target, withOps)
  cleanup.defer(async () => {
    child.kill('SIGTERM')
    expectEnd(target, await ended(child))
  })
  const parameters = healthCheckOf(target)
  const deadline = performance.now() + readyTimeoutMs
  while (spawnSync(node, parameters, { env: withOps }).status !== 0) {
    if (child.exitCode !== null || performance.now() > deadline)
      throw new Error(`${target} does not get ready`)
    await sleep(500)
  }
  say(target, 'runs, and its health check succeeds')
}

/** The arguments that the image's own check passes to Node. */
function healthCheckOf(target: string): string[] {
  const check = instructionsOf(stages, target).flatMap((step) =>
    step.kind === 'HEALTHCHECK' ? [step.text] : [],
  )
  const text = check.at(-1) ?? ''
  return JSON.parse(text.slice(text.indexOf('['))).slice(1)
}

function start(target: string, env: Record<string, string>): ChildProcess {
  const folder = path.join(build(target), 'app')
  const [, ...parameters] = instructionsOf(stages, target).find((step) => step.kind === 'CMD')!.command
  const own = Object.entries(imageEnvironment(stages, target)).map(([name, value]) => [
    name,
    value.replace(/^\/app/, folder),
  ])
  return spawn(node, parameters, {
    cwd: folder,
    // A service has a temporary folder only if `env` gives it one.
    env: { ...Object.fromEntries(own), TMPDIR: path.join(folder, 'no-such-folder'), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
    ...nobody,
  })
}

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null) await once(child, 'exit')
  return child.exitCode
}

function expectEnd(target: string, code: number | null): void {
  if (code !== 0) throw new Error(`${target} ended with ${code}`)
  say(target, 'ended well')
}

function say(who: string, text: string): void {
  console.log(`${who.padEnd(24)} ${text}`)
}

try {
  await main()
} finally {
  spawnSync('chmod', ['-R', 'u+w', scratch])
  rmSync(scratch, { recursive: true, force: true })
}
