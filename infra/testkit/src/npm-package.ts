import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

const clients = fileURLToPath(new URL('../../../clients/', import.meta.url))
const run = promisify(execFile)
const lock = path.join(tmpdir(), 'equerre-packing.lock')
/** Longer than any packing takes: whoever holds it is gone. */
const lockMaxMs = 60_000

/**
 * Puts what a client would publish into `folder/node_modules`, as an installation would.
 * @param client its folder’s name @param name its package’s
 * @returns where it is
 */
export async function installClient(client: string, name: string, folder: string): Promise<string> {
  const packed = mkdtempSync(path.join(tmpdir(), 'equerre-package-'))
  try {
    const from = { cwd: path.join(clients, client) }
    const pack = () => run('npm', ['pack', '--silent', '--pack-destination', packed], from)
    const { stdout } = await oneAtATime(pack)
    const installed = path.join(folder, 'node_modules', name)
    mkdirSync(installed, { recursive: true })
    const archive = path.join(packed, stdout.trim().split('\n').at(-1)!)
    await run('tar', ['-xzf', archive, '--strip-components=1', '-C', installed])
    return installed
  } finally {
    rmSync(packed, { recursive: true, force: true })
  }
}

/** Packing builds, in folders that test files at the same time would pack too. */
async function oneAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      mkdirSync(lock)
      break
    } catch {
      const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs
      if (since !== undefined && Date.now() - since > lockMaxMs)
        rmSync(lock, { recursive: true, force: true })
      else await pause(100)
    }
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}
