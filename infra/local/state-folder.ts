import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { RedisUser } from './servers/redis-users.ts'
import { cloneFolder } from './tools.ts'

/** The system user that must own Postgres' files, if it is not us. */
type Owner = { uid: number; gid: number }

/**
 * Folder for everything that outlives a run. `owner` is set when we are root, because Postgres refuses to run
 * as root.
 */
export type StateFolder = { dir: string; owner: Owner | undefined }

/**
 * This clone's state folder: `EQUERRE_STATE`, else `.local/state`, else, if the user `postgres` cannot reach
 * that because a parent folder is private, one below /var/lib.
 */
export function openStateFolder(): StateFolder {
  const owner = process.getuid?.() === 0 ? postgresUser() : undefined
  const hash = createHash('sha256').update(cloneFolder).digest('hex').slice(0, 12)
  const candidates = process.env['EQUERRE_STATE']
    ? [path.resolve(process.env['EQUERRE_STATE'])]
    : [path.join(cloneFolder, '.local/state'), path.join('/var/lib/equerre', hash)]
  for (const dir of candidates) {
    makeTraversable(dir)
    if (!owner || canEnter(dir, owner)) return { dir, owner }
  }
  throw new Error(
    `the user postgres cannot enter ${candidates.at(-1)}: set EQUERRE_STATE to a folder that it can`,
  )
}

const secretNames = [
  'admin',
  'auth',
  'billing',
  'gateway',
  'redis',
  'redisGateway',
  'redisAuth',
  'redisBilling',
  'redisWorker',
  'redisCourier',
  'redisKeda',
  'internalToken',
  'keyPepper',
  'keyEncryption',
  'addressSigning',
  'pdfPassword',
  'webhooks',
  'courier',
] as const
export type Secrets = Readonly<Record<(typeof secretNames)[number], string>>

/**
 * An installation's passwords and tokens, created at its first start; those that a later version needs are
 * added.
 */
export function keepSecrets(file: string): Secrets {
  const kept: Partial<Secrets> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const secrets = { ...makeSecrets(), ...kept }
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })
  return secrets
}

export function makeSecrets(): Secrets {
  return Object.fromEntries(secretNames.map((name) => [name, randomBytes(32).toString('hex')])) as Secrets
}

/** The passwords of Redis' users. */
export function redisPasswords(secrets: Secrets): Record<RedisUser, string> {
  const { redisGateway: gateway, redisAuth: auth, redisBilling: billing } = secrets
  return {
    gateway,
    auth,
    billing,
    worker: secrets.redisWorker,
    courier: secrets.redisCourier,
    keda: secrets.redisKeda,
  }
}

function postgresUser(): Owner {
  if (idOf('-u') === null) {
    execFileSync('groupadd', ['--force', '--system', 'postgres'])
    execFileSync('useradd', ['--system', '--gid', 'postgres', '--shell', '/bin/false', 'postgres'])
  }
  return { uid: idOf('-u') ?? 0, gid: idOf('-g') ?? 0 }
}

function idOf(flag: '-u' | '-g'): number | null {
  const { status, stdout } = spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' })
  return status === 0 ? Number(stdout) : null
}

/**
 * Lets others traverse the folder whatever the umask; the permissions of its contents decide what they may
 * read.
 */
function makeTraversable(dir: string): void {
  const made = mkdirSync(dir, { recursive: true })
  for (let folder = dir; made && folder.length >= made.length; folder = path.dirname(folder))
    chmodSync(folder, 0o711)
}

function canEnter(dir: string, owner: Owner): boolean {
  return spawnSync('test', ['-x', dir], { ...owner, cwd: '/' }).status === 0
}
