import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const clients = fileURLToPath(new URL('../../../clients/', import.meta.url))
const run = promisify(execFile)

/**
 * Puts what a client would publish into `folder/node_modules`, as an installation would.
 * @param client its folder’s name @param name its package’s
 * @returns where it is
 */
export async function installClient(client: string, name: string, folder: string): Promise<string> {
  const packed = mkdtempSync(path.join(tmpdir(), 'equerre-package-'))
  try {
    const from = { cwd: path.join(clients, client) }
    const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', packed], from)
    const installed = path.join(folder, 'node_modules', name)
    mkdirSync(installed, { recursive: true })
    const archive = path.join(packed, stdout.trim().split('\n').at(-1)!)
    await run('tar', ['-xzf', archive, '--strip-components=1', '-C', installed])
    return installed
  } finally {
    rmSync(packed, { recursive: true, force: true })
  }
}
