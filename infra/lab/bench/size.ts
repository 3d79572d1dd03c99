/**
 * CPU seconds per page of whole processes, step by step, and their memory: the figures in the operator's
 * guide. Usage: `npm run bench:size [-- --minutes 10]`; with minutes, a mixed load for that long, with memory
 * along the way.
 */
import { formatNames } from '@equerre/contract/formats'
import { Client } from '@equerre/testkit/client'
import { photographDocument } from '@equerre/testkit/pictures'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { databaseUrls, prepareDatabase } from '@equerre/local/servers/databases'
import { startPostgres } from '@equerre/local/servers/postgres'
import { startServices, type Services } from '@equerre/local/product'
import { startRedis } from '@equerre/local/servers/redis'
import { freePort } from '@equerre/local/servers/server-process'
import { makeSecrets, openStateFolder, redisPasswords } from '@equerre/local/state-folder'

const photos = 4
const roundsPerPhoto = 3
const processes = ['vision-worker', 'gateway', 'auth', 'billing'] as const
/** Limits out of the way, so that only work is measured. */
const plenty = {
  GUEST_CREDITS: '1000000',
  COOKIE_REQUESTS_PER_MINUTE: '1000000',
  UPLOADS_PER_MINUTE: '1000000',
  REQUEST_BURST: '1000000',
  STEPS_PER_FILE_MAX: '1000000',
}
const visitors = 2
const memorySamples = 6

const { values: options } = parseArgs({ options: { minutes: { type: 'string', default: '0' } } })
await using cleanup = new AsyncDisposableStack()
const { services, url } = await startProduct(cleanup)
const files = await Promise.all(
  Array.from({ length: photos }, (_, index) =>
    photographDocument({ seed: 60 + index, width: 4000, height: 3000, coverage: 0.7 }),
  ),
)
const guest = await Client.guest(url)
await measureSteps(services)
if (Number(options.minutes) > 0) await measureMemory(services, Number(options.minutes))

async function startProduct(stack: AsyncDisposableStack): Promise<{ services: Services; url: string }> {
  const state = openStateFolder()
  const secrets = makeSecrets()
  const dir = mkdtempSync(path.join(state.dir, 'bench-'))
  chmodSync(dir, 0o711)
  stack.defer(() => rmSync(dir, { recursive: true, force: true }))
  const [logDir, objects] = [path.join(dir, 'logs'), path.join(dir, 'objects')]
  mkdirSync(logDir)
  mkdirSync(objects)
  const postgres = await startPostgres({
    state,
    dataDir: path.join(dir, 'postgres'),
    password: secrets.admin,
    logFile: path.join(logDir, 'postgres.log'),
  })
  stack.defer(postgres.stop)
  const redis = await startRedis({
    dir: path.join(dir, 'redis'),
    password: secrets.redis,
    users: redisPasswords(secrets),
    logFile: path.join(logDir, 'redis.log'),
  })
  stack.defer(redis.stop)
  const databases = databaseUrls(postgres.adminUrl, 'equerre', secrets)
  await prepareDatabase(databases, secrets)
  const port = await freePort()
  const services = await startServices({
    databases,
    secrets,
    logDir,
    port,
    redisUrlOf: redis.urlOf,
    storage: { STORAGE: 'filesystem', STORAGE_DIR: objects },
    host: '127.0.0.1',
    env: { NODE_ENV: 'test', WORKER_SLOTS: '1', ...plenty },
    onTrouble: (name, line) => console.error(name, line),
  })
  stack.defer(services.stopAll)
  return { services, url: `http://127.0.0.1:${port}` }
}

async function measureSteps(of: Services): Promise<void> {
  const upload = (index: number) => guest.ingest({ bytes: files[index % photos]!.jpeg, name: 'a.jpg' })
  const uploaded: string[] = []
  const rectify = (settings: string) => async (index: number) =>
    guest.rectify({ ingestion_id: uploaded[index]!, options: settings })
  const steps: Readonly<Record<string, (index: number) => Promise<{ status: number }>>> = {
    ingest: async (index) => {
      const reply = await upload(index)
      uploaded[index] = reply.body.ingestion_id
      return reply
    },
    detect: (index) => guest.detect({ ingestion_id: uploaded[index]! }),
    'rectify to PNG at 300 dpi': rectify('{}'),
    'rectify to JPEG at 300 dpi': rectify('{"format":"jpeg"}'),
    'rectify to JPEG, relighted': rectify('{"format":"jpeg","relighting":true}'),
  }
  console.log(`load average ${loadavg()[0]!.toFixed(1)}`)
  console.log(`${'CPU seconds'.padEnd(30)}${processes.map((name) => name.padStart(14)).join('')}`)
  for (const [label, step] of Object.entries(steps)) {
    // The first of each is not counted: it also creates what is created only once.
    await expectDone(step(0))
    const before = await cpuOf(of)
    const count = photos * roundsPerPhoto
    for (let index = 0; index < count; index++) await expectDone(step(index))
    const after = await cpuOf(of)
    const each = processes.map((name) => ((after[name]! - before[name]!) / count).toFixed(3).padStart(14))
    console.log(`${label.padEnd(30)}${each.join('')}`)
  }
  console.log(`load average ${loadavg()[0]!.toFixed(1)}`)
}

async function expectDone(asked: Promise<{ status: number }>): Promise<void> {
  const { status } = await asked
  if (status !== 200) throw new Error(`answered ${status}`)
}

async function measureMemory(of: Services, minutes: number): Promise<void> {
  let over = false
  let pages = 0
  const visit = async () => {
    const visitor = await Client.guest(url)
    for (let index = 0; !over; index++) {
      const { body } = await visitor.ingest({ bytes: files[index % photos]!.jpeg, name: 'a.jpg' })
      await visitor.detect({ ingestion_id: body.ingestion_id })
      const format = formatNames[index % formatNames.length]
      await visitor.rectify({ ingestion_id: body.ingestion_id, options: JSON.stringify({ format }) })
      await visitor.item(body.ingestion_id)
      await visitor.erase(body.ingestion_id)
      pages++
    }
  }
  console.log(`${'resident MB, pages done'.padEnd(30)}${processes.map((name) => name.padStart(14)).join('')}`)
  const visits = Array.from({ length: visitors }, visit)
  for (let look = 0; look <= memorySamples; look++) {
    const held = await metricOf(of, ['process_resident_memory_bytes', 'cells_resident_memory_bytes'])
    const cells = processes.map((name) => (held[name]! / 1_024 ** 2).toFixed(0).padStart(14))
    console.log(
      `${`after ${((look * minutes) / memorySamples).toFixed(1)} min, ${pages}`.padEnd(30)}${cells.join('')}`,
    )
    if (look < memorySamples)
      await new Promise((resolve) => setTimeout(resolve, (minutes * 60_000) / memorySamples))
  }
  over = true
  await Promise.all(visits)
}

function cpuOf(of: Services): Promise<Record<string, number>> {
  return metricOf(of, ['process_cpu_seconds_total', 'cells_cpu_seconds_total'])
}

/** The sum of the named metrics, as far as each process has them: a worker reports its cells separately. */
async function metricOf(of: Services, names: readonly string[]): Promise<Record<string, number>> {
  const values = await Promise.all(
    processes.map(async (process) => {
      const text = await (await fetch(`${of.opsUrlOf(process)}/metrics`)).text()
      const lines = text.split('\n').filter((line) => names.some((name) => line.startsWith(`${name}{`)))
      return [process, lines.reduce((sum, line) => sum + Number(line.split(' ')[1]), 0)] as const
    }),
  )
  return Object.fromEntries(values)
}
