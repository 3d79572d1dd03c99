import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { lockFile } from './lock.ts'

/** How a process ended. */
type Exit = { readonly signal: NodeJS.Signals | null; readonly text: string }

export type CellProcess = {
  readonly pid: number
  readonly locksItself: boolean
  /** The only way in and out. */
  readonly pipe: Duplex
  /** Resolves once the process has exited. */
  readonly exited: Promise<Exit>
  /** The end of its standard error. */
  readonly stderrTail: () => string
  readonly kill: () => void
}

/** V8's heap in a cell; pixels and WebAssembly memory lie outside it. */
const heapMegabytesMax = 256
/**
 * Of Node, for whoever straightens: a page's pixels pass V8's limit of external memory again and again. They are freed at once, so
 * that collecting garbage each time finds nothing (decision 110). Marking a little at a
 * time costs more still, to shorten pauses that nobody notices (decision 95).
 */
export const pixelFlags: readonly string[] = [
  '--no-incremental-marking',
  '--external-memory-accounted-in-global-limit',
]
const charactersKept = 4_000
/** What a fresh process reserves beyond what it touches; measured, with a margin. */
const reservedKilobytes = 1_048_576

const compiled = getCompileCacheDir()

/** A cell's whole environment: no secrets, only settings of Node and its libraries. */
const environment = {
  ...(compiled !== undefined && { NODE_COMPILE_CACHE: compiled }),
  // One malloc arena, as in the image: with one per decoding thread hardly any memory is returned.
  MALLOC_ARENA_MAX: '1',
  ORT_DISABLE_TELEMETRY: '1',
  TZ: 'UTC',
  // Large images stay in memory, where they are metered: a cell has no disk.
  VIPS_DISC_THRESHOLD: '1024g',
}

/**
 * Starts a cell's program, which inherits nothing but one pipe. Where it cannot lock itself, a shell sets resource limits and Node's
 * permission model restricts its JavaScript.
 */
export function startCellProcess(memoryBytesMax: number): CellProcess {
  const program = fileURLToPath(new URL('../jobs/slot.ts', import.meta.url))
  const locksItself = existsSync(lockFile)
  const flags = [
    `--max-old-space-size=${heapMegabytesMax}`,
    ...pixelFlags,
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
  // Reads and writes reject on their own; without a listener the error would crash the worker.
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
