import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { cloneFolder } from './tools.ts'

/** A cold build of the largest took 97 s on two busy cores. */
const buildTimeoutMs = 900_000

/**
 * A program of others that checks ours: from PATH, else built once below `.local` if Go is installed; null if neither.
 * @param module its import path with a version
 */
export function findGoTool(name: string, module: string): string | null {
  const installed = findOnPath(name)
  if (installed) return installed
  const built = path.join(cloneFolder, '.local/go', name)
  if (!existsSync(built) && findOnPath('go')) {
    spawnSync('go', ['install', module], {
      env: { ...process.env, GOBIN: path.dirname(built) },
      timeout: buildTimeoutMs,
    })
  }
  return existsSync(built) ? built : null
}

export function findOnPath(name: string): string | null {
  const files = (process.env['PATH'] ?? '').split(path.delimiter).map((folder) => path.join(folder, name))
  return files.find((file) => existsSync(file)) ?? null
}
