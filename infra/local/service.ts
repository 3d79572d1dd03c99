import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { cloneFolder } from './tools.ts'

const readyTimeoutMs = 60_000
/** Longer than a worker's job usually takes, shorter than anybody's patience. */
const stopTimeoutMs = 20_000
const linesKept = 20
/** Keeps what V8 has compiled: a service starts with a third less CPU time from the second start on. */
const compiled = path.join(cloneFolder, '.local/compiled')

export type ServiceName = 'auth' | 'billing' | 'courier' | 'vision-worker' | 'gateway'

export type ServiceProcess = {
  readonly pid: number
  /** Port of its metrics and probes; null without one. */
  readonly opsPort: number | null
  /** Resolves when the process has ended, with how it ended. */
  readonly exited: Promise<string>
  readonly stop: () => Promise<void>
  readonly kill: () => Promise<void>
}

/** A service ended instead of becoming ready; its `cause` is the last output. */
export class ServiceFailure extends Error {
  override name = 'ServiceFailure' as const
}

/** What a service reports once it is ready. */
type Ready = Pick<ServiceProcess, 'opsPort'>

type Options = {
  readonly env: Readonly<Record<string, string>>
  readonly logFile: string
  /** Called with every line that a person should see at once: errors, and anything that is not a log record. */
  readonly onTrouble: (line: string) => void
  /** The clone whose program runs; this one by default. */
  readonly release?: string
  /** Command to run in the clone's folder instead of the service's own program. */
  readonly command?: readonly [string, ...string[]]
}

/** Starts `services/<name>` as its own process; resolves once it reports ready, rejects if it ends first. */
export async function startService(
  name: ServiceName,
  { env, logFile, onTrouble, ...options }: Options,
): Promise<ServiceProcess> {
  const { release = cloneFolder, command = [process.execPath, `services/${name}/src/main.ts`] } = options
  const [program, ...parameters] = command
  const child = spawn(program, parameters, {
    cwd: release,
    env: { NODE_COMPILE_CACHE: compiled, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  })
  const troubles = keepLog(child, logFile, onTrouble)
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
  })
  const end = (signal: NodeJS.Signals) => endProcess(child, exited, signal)
  const late = AbortSignal.timeout(readyTimeoutMs)
  const ended = await Promise.race([
    new Promise<Ready>((resolve) => child.once('message', (ready) => resolve(ready as Ready))),
    exited,
    new Promise<string>((resolve) => late.addEventListener('abort', () => resolve('no sign of readiness'))),
  ])
  if (typeof ended !== 'string') {
    const { opsPort } = ended
    return { pid: child.pid ?? 0, opsPort, exited, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
  }
  await end('SIGKILL')
  throw new ServiceFailure(`${name} did not start (${ended})`, { cause: troubles.join('\n') })
}

async function endProcess(
  child: ChildProcess,
  exited: Promise<string>,
  signal: NodeJS.Signals,
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  const killTimer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
  await exited
  clearTimeout(killTimer)
}

/** Writes all output to the log file; returns a live list of the latest troubles. */
function keepLog(child: ChildProcess, logFile: string, onTrouble: (line: string) => void): string[] {
  const log = createWriteStream(logFile, { flags: 'a' })
  const troubles: string[] = []
  const read = (stream: Readable | null, describe: (line: string) => string | null) => {
    if (!stream) return
    createInterface({ input: stream }).on('line', (line) => {
      log.write(`${line}\n`)
      const trouble = describe(line)
      if (trouble === null) return
      troubles.push(trouble)
      if (troubles.length > linesKept) troubles.shift()
      onTrouble(trouble)
    })
  }
  read(child.stdout, describeRecord)
  read(child.stderr, (line) => line)
  child.once('close', () => log.end())
  return troubles
}

const errorLevel = 50

/** The message of an error record; null for less severe ones. */
function describeRecord(line: string): string | null {
  try {
    const record: { level?: number; msg?: string; err?: { message?: string } } = JSON.parse(line)
    if ((record.level ?? 0) < errorLevel) return null
    return [record.msg, record.err?.message].filter(Boolean).join(': ')
  } catch {
    return line
  }
}
