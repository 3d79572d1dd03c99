import { spawn, type ChildProcess } from 'node:child_process'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'

/** How a process ended. */
type Exit = { readonly signal: NodeJS.Signals | null; readonly text: string }

export type CellProcess = {
  readonly pid: number
  /** All that leads in and out. */
  readonly pipe: Duplex
  /** Resolves once it is gone for good. */
  readonly exited: Promise<Exit>
  /** What it wrote last on its standard error. */
  readonly lastWords: () => string
  readonly kill: () => void
}

/** Memory that V8 may take in a cell; pixels and WebAssembly lie outside of it. */
const heapMegabytesMax = 256
const charactersKept = 4_000

/** Everything that the environment of a cell holds: nothing to steal, only what its libraries must be told. */
const environment = {
  // One arena, as in the image: many threads decode, and hardly any memory would be given back.
  MALLOC_ARENA_MAX: '1',
  ORT_DISABLE_TELEMETRY: '1',
  TZ: 'UTC',
  // Large images stay in memory, where they count: there is no disk for them.
  VIPS_DISC_THRESHOLD: '1024g',
}

/** Starts the program that lives in a cell, with nothing of this process but one pipe. */
export function startCellProcess(): CellProcess {
  const program = fileURLToPath(new URL('../jobs/slot.ts', import.meta.url))
  const flags = [`--max-old-space-size=${heapMegabytesMax}`, '--disable-sigusr1']
  const child = spawn(process.execPath, [...flags, program], {
    cwd: '/',
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  })
  const pipe = child.stdio[3] as Duplex
  // Reading and writing reject by themselves; without a listener the error would end the worker.
  pipe.on('error', () => {})
  return {
    pid: child.pid ?? 0,
    pipe,
    exited: exitOf(child),
    lastWords: keepLastWords(child),
    kill: () => child.kill('SIGKILL'),
  }
}

function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ signal: null, text: error.message }))
    child.once('exit', (code, signal) => resolve({ signal, text: signal ?? `exit code ${code}` }))
  })
}

function keepLastWords(child: ChildProcess): () => string {
  let words = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-charactersKept)
  })
  return () => words.trim()
}
