import { Client } from '@equerre/testkit/client'
import { signIn } from '@equerre/testkit/sign-in'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '@equerre/local/servers/server-process'
import { cloneFolder } from '@equerre/local/tools'

type Run = { readonly child: ChildProcess; readonly lines: string[]; readonly exited: Promise<number | null> }

const folder = mkdtempSync(path.join(tmpdir(), 'equerre-start-'))
chmodSync(folder, 0o711)
const state = path.join(folder, 'state')
let port: number
let url: string
let run: Run

beforeAll(async () => {
  port = await freePort()
  url = `http://127.0.0.1:${port}`
})
afterEach(() => stop(run, 'SIGTERM'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('npm start', () => {
  it('opens one address; Ctrl-C stops everything; the data is still there the next time', async () => {
    run = await startAndWait()
    const guest = await Client.guest(url)
    expect((await guest.ask('/api/credits/add', { method: 'POST' })).status).toBe(200)
    expect(await stop(run, 'SIGINT')).toBe(0)
    expect(run.lines.slice(-3)).toEqual([
      expect.stringContaining('services'),
      expect.stringContaining('redis'),
      expect.stringContaining('postgres'),
    ])
    expect(processesOfRun()).toEqual([])

    run = await startAndWait()
    expect(await guest.credits()).toBe(15)
    // Given once, whatever the limits of free credits.
    expect(run.lines.join('\n')).toContain('Alice Martin <alice@exemple.test>, 20 credits')
    expect(await (await signIn(url, { person: 'alice' })).credits()).toBe(20)
  })

  it('cleans up after a run that was killed', async () => {
    run = await startAndWait()
    const guest = await Client.guest(url)
    await stop(run, 'SIGKILL')
    expect(processesOfRun()).not.toEqual([])

    run = await startAndWait()
    expect(await guest.credits()).toBe(10)
    await stop(run, 'SIGTERM')
    expect(processesOfRun()).toEqual([])
  })

  it('refuses to run twice on the same data', async () => {
    run = await startAndWait()
    const second = start({ PORT: String(await freePort()) })
    expect(await second.exited).toBe(1)
    expect(second.lines.join('\n')).toContain('already running')
    expect(await (await Client.guest(url)).credits()).toBe(10)
  })

  it('says that the port is taken before starting anything', async () => {
    const other = createServer().listen(port, '127.0.0.1')
    run = start()
    expect(await run.exited).toBe(1)
    expect(run.lines).toEqual([expect.stringContaining(`port ${port} is taken`)])
    await new Promise((resolve) => other.close(resolve))
  })

  it('shows what a service that cannot start said, and leaves nothing running', async () => {
    run = start({ LOG_LEVEL: 'whisper' })
    expect(await run.exited).toBe(1)
    expect(run.lines.join('\n')).toMatch(/auth +LOG_LEVEL/)
    expect(run.lines).toContainEqual(expect.stringContaining('auth did not start'))
    expect(processesOfRun()).toEqual([])
  })
})

function start(env: Readonly<Record<string, string>> = {}): Run {
  const child = spawn(process.execPath, ['infra/local/start.ts'], {
    cwd: cloneFolder,
    env: { PATH: process.env['PATH'], EQUERRE_STATE: state, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on('line', (line) => lines.push(line))
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, lines, exited }
}

async function startAndWait(): Promise<Run> {
  const started = start()
  await expect
    .poll(() => started.child.exitCode !== null || started.lines.some((line) => line.includes('ready on')), {
      timeout: 90_000,
    })
    .toBe(true)
  expect(started.child.exitCode, started.lines.join('\n')).toBeNull()
  return started
}

async function stop({ child, exited }: Run, signal: NodeJS.Signals): Promise<number | null> {
  child.kill(signal)
  return exited
}

/** The processes of our state folder's database server, which is started first and stopped last. */
function processesOfRun(): string[] {
  const { stdout } = spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
  return stdout.split('\n').filter((line) => line.includes(state) && !line.startsWith('ps '))
}
