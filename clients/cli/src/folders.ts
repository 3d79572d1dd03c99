import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'

const { env, platform } = process
const windows = platform === 'win32'
const configFolder = path.join(
  (windows ? env['APPDATA'] : env['XDG_CONFIG_HOME']) || path.join(homedir(), '.config'),
  'equerre',
)
const stateFolder = path.join(
  (windows ? env['LOCALAPPDATA'] : env['XDG_STATE_HOME']) || path.join(homedir(), '.local', 'state'),
  'equerre',
)
/** Longer than the service keeps anything, so that a record says nothing any more. */
const recordDays = 30

export type Config = { readonly apiKey?: string; readonly baseUrl?: string }
export const configFile = path.join(configFolder, 'config.json')

export function readConfig(): Config {
  return (readJson(configFile) ?? {}) as Config
}

/** For its owner’s eyes only. */
export function writeConfig(config: Config): void {
  writeJson(configFile, config)
}

export function forgetConfig(): void {
  rmSync(configFile, { force: true })
}

/** What former runs know of something: of a file by its bytes, of a result by its path. */
export class Records<Known extends object> {
  readonly #kind: string
  constructor(kind: string) {
    this.#kind = kind
  }

  read(name: string): Partial<Known> {
    return (readJson(this.#fileOf(name)) ?? {}) as Partial<Known>
  }

  write(name: string, known: Known): void {
    writeJson(this.#fileOf(name), known)
  }

  #fileOf(name: string): string {
    return path.join(stateFolder, `${this.#kind}-${digest(name)}.json`)
  }
}

export function forgetOldRecords(): void {
  const before = Date.now() - recordDays * 86_400_000
  for (const name of namesIn(stateFolder)) {
    const file = path.join(stateFolder, name)
    const changed = statSync(file, { throwIfNoEntry: false })?.mtimeMs
    if (changed !== undefined && changed < before) rmSync(file, { force: true })
  }
}

export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 40)
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** Whole or not at all: a program may be killed while it writes. */
function writeJson(file: string, value: unknown): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const half = `${file}.${process.pid}.part`
  writeFileSync(half, JSON.stringify(value), { mode: 0o600 })
  renameSync(half, file)
}
