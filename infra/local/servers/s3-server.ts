import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { cloneFolder } from '../tools.ts'

const versitygwVersion = 'v1.8.0'
/** A cold build took 97 s on two busy cores. */
const buildTimeoutMs = 900_000

export type S3Server = { kind: 'versitygw' | 'minio'; command: string }

/** A real S3 server for tests of the S3 driver: from PATH, else built once if Go is installed. */
export function findS3Server(): S3Server | null {
  for (const kind of ['versitygw', 'minio'] as const) {
    const command = findOnPath(kind)
    if (command) return { kind, command }
  }
  const built = path.join(cloneFolder, '.local/go/versitygw')
  if (!existsSync(built) && findOnPath('go')) buildVersitygw(path.dirname(built))
  return existsSync(built) ? { kind: 'versitygw', command: built } : null
}

function buildVersitygw(folder: string): void {
  spawnSync('go', ['install', `github.com/versity/versitygw/cmd/versitygw@${versitygwVersion}`], {
    env: { ...process.env, GOBIN: folder },
    timeout: buildTimeoutMs,
  })
}

function findOnPath(name: string): string | null {
  const files = (process.env['PATH'] ?? '').split(path.delimiter).map((folder) => path.join(folder, name))
  return files.find((file) => existsSync(file)) ?? null
}
