/**
 * The node in a real n8n, against the real server: `npm run test:n8n`. A workflow is imported and executed by n8n's own commands (photo in,
 * page and PDF out, credits left); then n8n runs, its trigger is told of an event, and a waiting workflow goes on when a job has ended.
 * The first time, n8n is installed into .local/n8n (3 GB, minutes).
 */
import type { ApiKeys } from '@equerre/contract/identity'
import type { Client } from '@equerre/testkit/client'
import { photographDocument } from '@equerre/testkit/pictures'
import { startProduct } from '@equerre/testkit/product'
import { startServers } from '@equerre/testkit/servers'
import { signIn } from '@equerre/testkit/sign-in'
import { strict as assert } from 'node:assert'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { secretOf, workflowsOf } from './workflows.mts'

const version = '2.40.5'
const port = 8093
const clone = path.resolve(import.meta.dirname, '../../../..')
const n8nFolder = path.join(clone, '.local/n8n')
const run = promisify(execFile)
const say = (text: string) => process.stdout.write(`${text}\n`)

await using opened = new AsyncDisposableStack()
const folder = mkdtempSync(path.join(tmpdir(), 'real-n8n-'))
opened.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
await install()
const { servers, stop } = await startServers()
opened.defer(stop)
const product = await startProduct({
  courier: true,
  env: { COURIER_ALLOW_NETWORKS: '127.0.0.1/32' },
  servers,
})
opened.defer(product.stop)
const reports = await startReports()
const person = await signIn(product.url, { person: 'new', email: 'real@exemple.test' })
await person.ask('/api/credits/add', { method: 'POST' })
const { api_key: apiKey } = (await person.ask<ApiKeys>('/api/api-key/me')).body
const photo = path.join(folder, 'photo.jpg')
writeFileSync(photo, (await photographDocument({ seed: 33, width: 800, height: 600, coverage: 0.5 })).jpeg)
await imported('credentials', secretOf({ url: product.url, apiKey }))
await imported('workflow', workflowsOf({ photo, out: folder, report: reports.url }))
await byHand()
await running(person)
say('· all of it is as it should be')

async function install(): Promise<void> {
  mkdirSync(n8nFolder, { recursive: true })
  if (!existsSync(path.join(n8nFolder, 'node_modules/n8n/bin/n8n'))) {
    say(`· installing n8n ${version}`)
    writeFileSync(path.join(n8nFolder, 'package.json'), '{ "private": true }')
    const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    await run('npm', ['install', `n8n@${version}`, ...quietly], { cwd: n8nFolder })
    await run('npm', ['rebuild', 'sqlite3', 'isolated-vm'], { cwd: n8nFolder })
  }
  await run(path.join(clone, 'clients/n8n/check'))
  const [packed] = globSync(path.join(clone, '.local/clients/n8n/*.tgz'))
  const nodes = path.join(folder, '.n8n/nodes/node_modules/n8n-nodes-equerre')
  mkdirSync(nodes, { recursive: true })
  await run('tar', ['xzf', packed!, '--strip-components=1', '-C', nodes])
}

/** n8n's command, in a folder of its own, told to nobody. */
function n8nCommand(...args: string[]): [string, string[]] {
  const variables = {
    N8N_USER_FOLDER: folder,
    N8N_RESTRICT_FILE_ACCESS_TO: folder,
    N8N_PORT: port,
    N8N_LISTEN_ADDRESS: '127.0.0.1',
    N8N_RUNNERS_ENABLED: 'false',
    WEBHOOK_URL: `http://127.0.0.1:${port}/`,
    N8N_DIAGNOSTICS_ENABLED: 'false',
    N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
    N8N_TEMPLATES_ENABLED: 'false',
    N8N_PERSONALIZATION_ENABLED: 'false',
    EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'all',
  }
  const set = Object.entries(variables).map(([name, value]) => `${name}=${value}`)
  return ['env', [...set, process.execPath, path.join(n8nFolder, 'node_modules/n8n/bin/n8n'), ...args]]
}

async function imported(what: 'credentials' | 'workflow', content: unknown): Promise<void> {
  const input = path.join(folder, `${what}.json`)
  writeFileSync(input, JSON.stringify(content))
  await run(...n8nCommand(`import:${what}`, `--input=${input}`))
  say(`· n8n has imported: ${what}`)
}

type Ran = { readonly data: { readonly resultData: { readonly runData: Record<string, Task[]> } } }
type Task = { readonly data?: { readonly main: { readonly json: Record<string, unknown> }[][] } }

async function byHand(): Promise<void> {
  const { stdout } = await run(...n8nCommand('execute', '--id=byhand', '--rawOutput'), { maxBuffer: 1e8 })
  const { runData } = (JSON.parse(stdout.slice(stdout.indexOf('{'))) as Ran).data.resultData
  const jsonOf = (name: string) => runData[name]![0]!.data!.main[0]![0]!.json
  assert.partialDeepStrictEqual(jsonOf('Straighten'), {
    status: 'OK',
    credits_charged: 1,
    credits_remaining: 4,
  })
  assert.partialDeepStrictEqual(jsonOf('Left'), { credits: 4 })
  const starts = ['page.jpg', 'dossier.pdf'].map((name) =>
    readFileSync(path.join(folder, name)).subarray(0, 3),
  )
  assert.deepEqual(starts, [Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('%PD')])
  say('· executed: photo in, page out, PDF assembled, 4 credits left')
}

/** n8n as a server: what it is told, and what it waits for. */
async function running(person: Client): Promise<void> {
  for (const id of ['triggered', 'waiting']) await run(...n8nCommand('publish:workflow', `--id=${id}`))
  const server = spawn(...n8nCommand('start'), { stdio: ['ignore', 'pipe', 'inherit'] })
  opened.defer(async () => {
    server.kill('SIGTERM')
    await once(server, 'exit')
  })
  await until(async () => (await webhooksOf(person)).length === 1)
  say('· n8n runs, and its trigger has registered an address')
  const go = await fetch(`http://127.0.0.1:${port}/webhook/go`, { method: 'POST' })
  assert.equal(go.status, 200)
  await until(() => reports.got.has('/waited'))
  const waited = reports.got.get('/waited') as { id: string }
  assert.partialDeepStrictEqual(waited, { status: 'OK', mime: 'image/jpeg' })
  say('· a workflow waited for callback_url, and went on with its page')
  await person.ask('/api/v1/detourage/assemblies', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ pages: [{ rectify_id: waited.id }] }),
  })
  await until(() => reports.got.has('/triggered'))
  assert.partialDeepStrictEqual(reports.got.get('/triggered'), { type: 'assembly.finished' })
  say('· the trigger was told of an event')
}

async function webhooksOf(person: Client): Promise<readonly unknown[]> {
  return (await person.ask<{ webhooks: unknown[] }>('/api/v1/webhooks')).body.webhooks
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const giveUp = Date.now() + 120_000
  while (!(await isSo())) {
    assert.ok(Date.now() < giveUp, `not so after two minutes: ${String(isSo)}`)
    await sleep(500)
  }
}

async function startReports() {
  const got = new Map<string, unknown>()
  const server = createServer((request, response) => {
    void request.toArray().then((chunks) => {
      got.set(request.url!, JSON.parse(Buffer.concat(chunks).toString()))
      response.end('{}')
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  opened.defer(() => void server.close())
  return { got, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
