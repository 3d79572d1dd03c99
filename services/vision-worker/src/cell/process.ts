import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { lockFile } from './lock.ts'

/** How a process ended. */
type Exit = { readonly signal: NodeJS.Signals | null; readonly text: string }

export type CellProcess = {
  readonly pid: number
  readonly locksItself: boolean
  /** All that leads in and out. */
  readonly pipe: Duplex
  /** Resolves once it is gone for good. */
  readonly exited: Promise<Exit>
  /** What it wrote last on its standard error. */
  readonly stderrTail: () => string
  readonly kill: () => void
}

/** Memory that V8 may take in a cell; pixels and WebAssembly lie outside of it. */
const heapMegabytesMax = 256
const charactersKept = 4_000
/** What a fresh process has reserved beyond what it holds, most of it never touched; measured, with some to spare. */
const reservedKilobytes = 1_048_576

/** Everything that the environment of a cell holds: nothing to steal, only what its libraries must be told. */
const environment = {
  // One arena, as in the image: many threads decode, and hardly any memory would be given back.
  MALLOC_ARENA_MAX: '1',
  ORT_DISABLE_TELEMETRY: '1',
  TZ: 'UTC',
  // Large images stay in memory, where they count: there is no disk for them.
  VIPS_DISC_THRESHOLD: '1024g',
}

/**
 * Starts the program that lives in a cell, with nothing of this process but one pipe. Where it cannot lock itself in, a shell sets
 * what limits it can, and Node keeps its own doors shut.
 */
export function startCellProcess(memoryBytesMax: number): CellProcess {
  const program = fileURLToPath(new URL('../jobs/slot.ts', import.meta.url))
  const locksItself = existsSync(lockFile)
  const flags = [
    `--max-old-space-size=${heapMegabytesMax}`,
    '--disable-sigusr1',
    ...(locksItself ? [] : ['--permission', '--allow-addons', '--allow-fs-read=*']),
  ]
  const node = [process.execPath, ...flags, program]
  const limits = `ulimit -c 0; ulimit -f 0; ulimit -d ${dataKilobytesMax(memoryBytesMax)}; exec "$0" "$@"`
  const [command, ...parameters] = locksItself ? node : ['/bin/sh', '-c', limits, ...node]
  const child = spawn(command!, parameters, {
    cwd: '/',
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  const pipe = child.stdio[3] as Duplex
  // Reading and writing reject by themselves; without a listener the error would end the worker.
  pipe.on('error', () => {})
  return {
    pid: child.pid ?? 0,
    locksItself,
    pipe,
    exited: exitOf(child),
    stderrTail: keepStderrTail(child),
    kill: () => child.kill('SIGKILL'),
  }
}

function dataKilobytesMax(memoryBytesMax: number): number {
  return Math.round(memoryBytesMax / 1_024) + reservedKilobytes
}

function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ signal: null, text: error.message }))
    child.once('exit', (code, signal) => resolve({ signal, text: signal ?? `exit code ${code}` }))
  })
}

function keepStderrTail(child: ChildProcess): () => string {
  let words = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-charactersKept)
  })
  return () => words.trim()
}
