import { findOnPath } from '@equerre/local/go-tools'
import { cloneFolder } from '@equerre/local/tools'
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

const lock = path.join(import.meta.dirname, 'requirements.txt')
const venv = path.join(cloneFolder, '.local/contract')
/** A copy of the lock that was installed: written last, so that half an installation is begun again. */
const installed = path.join(venv, 'installed.txt')

/** schemathesis as its lock has it, installed once below `.local`; null without a Python that can make an environment, or without network. */
export function findSchemathesis(): string | null {
  const program = path.join(venv, 'bin/schemathesis')
  const wanted = readFileSync(lock, 'utf8')
  if (existsSync(installed) && readFileSync(installed, 'utf8') === wanted) return program
  if (findOnPath('python3') === null) return null
  rmSync(venv, { recursive: true, force: true })
  const quiet = ['--quiet', '--disable-pip-version-check']
  const done =
    spawnSync('python3', ['-m', 'venv', venv]).status === 0 &&
    spawnSync(path.join(venv, 'bin/pip'), ['install', ...quiet, '--require-hashes', '--requirement', lock])
      .status === 0
  if (!done) return null
  copyFileSync(lock, installed)
  return program
}
