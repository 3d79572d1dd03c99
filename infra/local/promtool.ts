import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { cloneFolder } from './tools.ts'

const folder = path.join(cloneFolder, '.local/prometheus')
const unpackedProgram = path.join(folder, 'usr/bin/promtool')

/** Prometheus' own checker of rules: on PATH, else unpacked from the Debian package, which needs no root and starts nothing. */
export function findPromtool(): string | null {
  const onPath = (process.env['PATH'] ?? '').split(path.delimiter).map((dir) => path.join(dir, 'promtool'))
  const found = onPath.find((file) => existsSync(file))
  if (found) return found
  if (!existsSync(unpackedProgram)) unpack()
  return existsSync(unpackedProgram) ? unpackedProgram : null
}

function unpack(): void {
  const unpacked = `${folder}.${process.pid}`
  mkdirSync(unpacked, { recursive: true })
  try {
    if (!download(unpacked)) return
    const [deb] = readdirSync(unpacked)
    execFileSync('dpkg-deb', ['-x', path.join(unpacked, deb!), unpacked])
    rmSync(folder, { recursive: true, force: true })
    renameSync(unpacked, folder)
  } finally {
    rmSync(unpacked, { recursive: true, force: true })
  }
}

function download(into: string): boolean {
  const get = () => spawnSync('apt-get', ['download', 'prometheus'], { cwd: into }).status === 0
  // A fresh container has no package lists; only root may fetch them.
  return get() || (spawnSync('apt-get', ['update', '-qq']).status === 0 && get())
}
