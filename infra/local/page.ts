import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { pageFolder } from './product.ts'
import { cloneFolder } from './tools.ts'

const sources = ['web', 'infra/contract/src', 'infra/geometry/src', 'infra/words/src', 'package-lock.json']
/** French first: that build empties the folder. */
const builds = [[], ['--mode', 'english']]

const viteFile = path.join(cloneFolder, 'node_modules/vite/bin/vite.js')

/** Builds the page unless the last build is newer than every source; returns whether it did. */
export function buildPage(): boolean {
  const built = path.join(pageFolder, 'index.html')
  if (
    existsSync(built) &&
    sources.every((source) => newestMs(path.join(cloneFolder, source)) < statSync(built).mtimeMs)
  ) {
    return false
  }
  // Built elsewhere and moved, so that a server never sees half a page.
  const aside = path.join(cloneFolder, '.local', `page-${process.pid}`)
  mkdirSync(path.dirname(aside), { recursive: true })
  for (const mode of builds) {
    const { status, stderr, stdout } = spawnSync(
      process.execPath,
      [viteFile, 'build', ...mode, '--outDir', aside, '--logLevel', 'warn'],
      {
        cwd: path.join(cloneFolder, 'web'),
        env: { ...process.env, NODE_ENV: 'production' },
        encoding: 'utf8',
      },
    )
    if (status !== 0) throw new Error(`the page cannot be built:\n${stderr}${stdout}`)
  }
  rmSync(pageFolder, { recursive: true, force: true })
  renameSync(aside, pageFolder)
  return true
}

/** Considers files only: a build changes the folder that contains its output. */
function newestMs(file: string): number {
  const facts = statSync(file)
  if (!facts.isDirectory()) return facts.mtimeMs
  const names = readdirSync(file).filter((name) => name !== 'dist' && name !== 'node_modules')
  return Math.max(0, ...names.map((name) => newestMs(path.join(file, name))))
}
