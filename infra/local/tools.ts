import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const cloneFolder = path.resolve(import.meta.dirname, '../..')

/**
 * Programs that npm does not provide. `libraries` is a search path for shared libraries, set if Redis was
 * only unpacked.
 */
export type Tools = {
  redis: { command: string; libraries: string | null }
  chromium: string | null
  /** For the examples of the documentation. */
  php: string | null
  python: string | null
}

/** What the bootstrap found; runs it first if somebody starts a test without `npm test`. */
export function findTools(): Tools {
  const file = path.join(cloneFolder, '.local/tools.json')
  if (!existsSync(file)) {
    execFileSync(process.execPath, [path.join(import.meta.dirname, 'bootstrap.mjs'), '--tests'], {
      stdio: 'inherit',
    })
  }
  return JSON.parse(readFileSync(file, 'utf8'))
}
