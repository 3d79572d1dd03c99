import { execFileSync, spawn, type SpawnOptions } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const exitPollMs = 20
/** Below the system's range for outgoing connections, and without a port that browsers refuse. */
const [portMin, portMax] = [20_000, 32_000]

type ServerProcess = {
  readonly pid: number
  readonly exited: Promise<void>
  readonly hasExited: () => boolean
  /** Sends the signal, waits, and kills the process if it has not exited within `graceMs`. */
  readonly stop: (signal: NodeJS.Signals, graceMs: number) => Promise<void>
}

type Command = {
  command: string
  parameters: string[]
  logFile: string
  stdin?: string
  options: SpawnOptions
}

/** Starts a program in its own process group, so that Ctrl-C in the terminal reaches us and not the program. */
export async function startServer({
  command,
  parameters,
  logFile,
  stdin,
  options,
}: Command): Promise<ServerProcess> {
  const log = openSync(logFile, 'a')
  const child = spawn(command, parameters, { ...options, detached: true, stdio: ['pipe', log, log] })
  closeSync(log)
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject))
  child.stdin?.end(stdin)
  const hasExited = () => child.exitCode !== null || child.signalCode !== null
  return {
    pid: child.pid ?? 0,
    exited,
    hasExited,
    stop: async (signal, graceMs) => {
      if (hasExited()) return
      child.kill(signal)
      const killTimer = setTimeout(() => child.kill('SIGKILL'), graceMs)
      await exited
      clearTimeout(killTimer)
    },
  }
}

/**
 * Calls `isReady` until it returns true. On timeout the server is stopped, and the error shows the end of its
 * log.
 */
export async function waitUntilReady(
  server: ServerProcess,
  { isReady, timeoutMs, logFile }: { isReady: () => Promise<boolean>; timeoutMs: number; logFile: string },
): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (!(await isReady())) {
    if (server.hasExited() || performance.now() > deadline) {
      const what = server.hasExited() ? 'the server ended at once' : 'the server does not answer'
      await server.stop('SIGKILL', 0)
      const lastLines = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-10)
      throw new Error([what, ...lastLines].join('\n'))
    }
    await sleep(exitPollMs)
  }
}

/**
 * The command line of a running process, '' if there is none: its id alone may have been reused by another
 * program.
 */
export function commandOf(pid: number): string {
  try {
    if (existsSync('/proc/self')) return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

/** Ends a process left behind by an earlier run, if the command line of `pid` still contains `mark`. */
export async function stopLeftBehind(pid: number, mark: string, signal: NodeJS.Signals): Promise<void> {
  if (!commandOf(pid).includes(mark)) return
  process.kill(pid, signal)
  const deadline = performance.now() + 10_000
  while (commandOf(pid).includes(mark)) {
    if (performance.now() > deadline) process.kill(pid, 'SIGKILL')
    await sleep(exitPollMs)
  }
}

/**
 * A TCP port of the loopback address that nobody currently listens on, and that nobody else gets from here while this process
 * lives. Not one from the system's own range: the system also uses that for outgoing connections, hundreds of which are made
 * before a server listens on its port.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(portMin, portMax)
    if ((await claimPort(port)) && (await isPortFree(port, '127.0.0.1'))) return port
  }
}

/** The claim is the UDP port of the same number, which no server of ours uses: the system frees it however this process ends. */
function claimPort(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const claim = createSocket('udp4').once('error', () => {
      claim.close()
      resolve(false)
    })
    claim.bind({ port, address: '127.0.0.1', exclusive: true }, () => resolve(true)).unref()
  })
}

export function isPortFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
}
