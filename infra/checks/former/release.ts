import type { DatabaseUrls } from '@equerre/local/servers/databases'
import { cloneFolder } from '@equerre/local/tools'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

/** Checks a release out into `.local/former`, with the packages of its own lock file. */
export function checkOutRelease(revision: string): { release: string; commit: string } {
  const release = path.join(cloneFolder, '.local/former')
  if (!existsSync(release)) git(cloneFolder, 'worktree', 'add', '--detach', release, revision)
  git(release, 'checkout', '--quiet', '--detach', revision)
  execFileSync(process.execPath, ['infra/local/bootstrap.mjs'], { cwd: release, stdio: 'inherit' })
  return { release, commit: git(release, 'rev-parse', 'HEAD').trim() }
}

function git(cwd: string, ...parameters: string[]): string {
  return execFileSync('git', parameters, { cwd, encoding: 'utf8' })
}

/** Runs a release's own migrations. */
export async function migrateTo(release: string, urls: DatabaseUrls): Promise<void> {
  const addresses = Object.entries(urls).map(([role, url]) => [`${role.toUpperCase()}_DATABASE_URL`, url])
  const env = { ...process.env, ...Object.fromEntries(addresses) }
  execFileSync(process.execPath, ['infra/migrate/main.ts'], { cwd: release, env, stdio: 'pipe' })
}
