import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { findOnPath } from './go-tools.ts'
import { cloneFolder } from './tools.ts'

type Tool = { readonly command: string; readonly env: Readonly<Record<string, string>> }

/** promtool, which checks Prometheus' rules: from PATH, else from the Debian package. */
export function findPromtool(): Tool | null {
  const installed = findOnPath('promtool')
  if (installed) return { command: installed, env: {} }
  const folder = unpackDebian('prometheus', ['prometheus'])
  return folder === null ? null : { command: path.join(folder, 'usr/bin/promtool'), env: {} }
}

const composeLibraries =
  'docker dockerpty docopt dotenv jsonschema requests texttable websocket yaml distro cached-property attr pyrsistent urllib3 certifi chardet charset-normalizer idna six'

/** Docker compose, which checks a compose file without an engine: from PATH, else from Debian's packages. */
export function findDockerCompose(): Tool | null {
  const installed = findOnPath('docker-compose')
  if (installed) return { command: installed, env: {} }
  const libraries = composeLibraries.split(' ').map((name) => `python3-${name}`)
  const folder =
    findOnPath('python3') === null ? null : unpackDebian('docker-compose', ['docker-compose', ...libraries])
  if (folder === null) return null
  return {
    command: path.join(folder, 'usr/bin/docker-compose'),
    env: { PYTHONPATH: path.join(folder, 'usr/lib/python3/dist-packages') },
  }
}

/**
 * Unpacks packages below `.local`, once; needs no root, installs nothing and starts nothing. Null if it
 * fails.
 */
function unpackDebian(name: string, packages: readonly string[]): string | null {
  const folder = path.join(cloneFolder, '.local', name)
  if (existsSync(folder)) return folder
  const unpacked = `${folder}.${process.pid}`
  mkdirSync(unpacked, { recursive: true })
  try {
    if (!download(packages, unpacked)) return null
    for (const file of readdirSync(unpacked).filter((entry) => entry.endsWith('.deb')))
      execFileSync('dpkg-deb', ['-x', path.join(unpacked, file), unpacked])
    renameSync(unpacked, folder)
    return folder
  } finally {
    rmSync(unpacked, { recursive: true, force: true })
  }
}

function download(packages: readonly string[], into: string): boolean {
  const get = () => spawnSync('apt-get', ['download', ...packages], { cwd: into }).status === 0
  // A fresh container has no package lists; only root may fetch them.
  return get() || (spawnSync('apt-get', ['update', '-qq']).status === 0 && get())
}
