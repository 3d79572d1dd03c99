/**
 * Files erased per second after their retention, on tables of millions of rows and a real S3 server some milliseconds away, then
 * the memory of a walk through the whole storage: `npm run bench:retention -- --gateways 2 --files 6000`.
 */
import { databaseUrls, prepareDatabase, connect } from '@equerre/local/servers/databases'
import { startPostgres } from '@equerre/local/servers/postgres'
import { startRedis } from '@equerre/local/servers/redis'
import { makeSecrets, openStateFolder } from '@equerre/local/state-folder'
import { startS3 } from '@equerre/testkit/s3'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startDelay } from './delay.ts'
import { fillTables, scansOf } from './retention-tables.ts'
import type { Spent, Task } from './retention-arm.ts'

const { values } = parseArgs({
  options: {
    gateways: { type: 'string', default: '1' },
    files: { type: 'string', default: '6000' },
    rows: { type: 'string', default: '3000000' },
    walked: { type: 'string', default: '60000' },
    latency: { type: 'string', default: '24' },
  },
})
const [gateways, files, rows, walked, latencyMs] = [
  values.gateways,
  values.files,
  values.rows,
  values.walked,
  values.latency,
].map(Number) as [number, number, number, number, number]
const objectsPerFile = ['original', 'preview-1.jpg', 'a-warped.jpg', 'a-thumb.jpg']

const state = openStateFolder()
const folder = path.join(state.dir, `bench-${process.pid}`)
const secrets = makeSecrets()
mkdirSync(folder)
await using stack = new AsyncDisposableStack()
stack.defer(() => [folder, `${folder}-data`].forEach((dir) => rmSync(dir, { recursive: true, force: true })))

const postgres = await startPostgres({
  state,
  dataDir: `${folder}-data`,
  password: secrets.admin,
  logFile: path.join(folder, 'postgres.log'),
})
stack.defer(() => postgres.stop())
const urls = databaseUrls(postgres.adminUrl, 'bench', secrets)
await prepareDatabase(urls, secrets)
const redis = await startRedis({
  dir: path.join(folder, 'redis'),
  password: secrets.redis,
  logFile: path.join(folder, 'redis.log'),
})
stack.defer(() => redis.stop())
const s3 = await startS3({ keepAlive: true })
stack.defer(() => s3.stop())
const delay = await startDelay(Number(new URL(s3.variables['S3_ENDPOINT']!).port), latencyMs)
stack.defer(() => delay.close())

console.log(`filling three tables of ${rows} rows and ${files + walked} files …`)
await using db = await connect(urls.admin)
const ids = await fillTables(db, { rows, overdue: files, living: walked })
for (const id of ids.overdue) leaveObjects(id, objectsPerFile)
for (const id of ids.living) leaveObjects(id, ['original'])

const arms = await Promise.all(Array.from({ length: gateways }, startArm))
const scans = await scansOf(db)
report('sweep', await spend('sweep'))
report('walk', await spend('walk'))
const after = await scansOf(db)
for (const [table, count] of Object.entries(after))
  console.log(`${table.padEnd(16)} ${count - (scans[table] ?? 0)} full scans`)
for (const arm of arms) arm.disconnect()

function leaveObjects(id: string, names: readonly string[]): void {
  const dir = path.join(s3.folder, s3.settings.bucket, 'ingestions', id)
  mkdirSync(dir, { recursive: true })
  for (const name of names) writeFileSync(path.join(dir, name), 'x')
}

async function startArm(): Promise<ChildProcess> {
  const nowhere = 'http://127.0.0.1:1'
  const env = {
    ...process.env,
    ...s3.variables,
    S3_ENDPOINT: `http://127.0.0.1:${delay.port}`,
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    PORT: '0',
    DATABASE_URL: urls.gateway,
    REDIS_URL: redis.url,
    INTERNAL_TOKEN: secrets.internalToken,
    KEY_PEPPER: secrets.keyPepper,
    ADDRESS_SIGNING_KEY: secrets.addressSigning,
    PDF_PASSWORD_KEYS: `bench:${Buffer.alloc(32).toString('base64')}`,
    COURIER_KEYS: `bench:${Buffer.alloc(32).toString('base64')}`,
    AUTH_URL: nowhere,
    BILLING_URL: nowhere,
    WEB_DIR: folder,
  }
  const arm = fork(path.join(import.meta.dirname, 'retention-arm.ts'), { env, execArgv: ['--expose-gc'] })
  await answerOf(arm)
  return arm
}

async function answerOf(arm: ChildProcess): Promise<Spent> {
  const ended = once(arm, 'exit').then(([code]) => {
    throw new Error(`a gateway ended with ${code}`)
  })
  const [answer] = (await Promise.race([once(arm, 'message'), ended])) as [Spent]
  return answer
}

async function spend(task: Task): Promise<Spent[]> {
  return Promise.all(
    arms.map(async (arm) => {
      arm.send(task)
      return answerOf(arm)
    }),
  )
}

function report(task: Task, spent: readonly Spent[]): void {
  const erased = spent.reduce((sum, one) => sum + one.files, 0)
  const seconds = Math.max(...spent.map((one) => one.seconds))
  console.log(`\n${task}: ${erased} files in ${seconds.toFixed(1)} s: ${(erased / seconds).toFixed(0)}/s`)
  for (const { files: own, cpuSeconds, heapMb, residentMbMax } of spent)
    console.log(
      `  ${own} files, ${cpuSeconds.toFixed(1)} s of CPU, heap over time ${heapMb.join(' ')} MB, at most ${residentMbMax} MB resident`,
    )
}
