import { Redis } from 'ioredis'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { freePort, startServer, stopLeftBehind, waitUntilReady } from './server-process.ts'
import { redisUserLines, type RedisUser } from './redis-users.ts'
import { findTools } from '../tools.ts'

const startTimeoutMs = 30_000
const stopTimeoutMs = 10_000
/** Not `redis.pid`: it also holds the title that Redis gives its process, by which to recognise it. */
const pidFile = 'process.json'

export type RedisServer = {
  /** The administrator's address. */
  readonly url: string
  readonly urlOf: (user: RedisUser) => string
  readonly port: number
  readonly stop: () => Promise<void>
  /** Sends SIGKILL: what has not been written yet is lost. */
  readonly kill: () => Promise<void>
}

type Options = {
  readonly dir: string
  readonly password: string
  /** Passwords of the services' users; if absent, only the administrator exists. */
  readonly users?: Readonly<Record<RedisUser, string>>
  readonly logFile: string
  /** Defaults to a free port. */
  readonly port?: number
}

/** Runs Redis with the data in `dir`, created if missing, on the loopback address. */
export async function startRedis({
  dir,
  password,
  users,
  logFile,
  ...options
}: Options): Promise<RedisServer> {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  await stopForgottenRedis(dir)
  const { command, libraries } = findTools().redis
  const port = options.port ?? (await freePort())
  const server = await startServer({
    command,
    parameters: ['-'],
    // Passed on standard input, so that the password appears in no process list.
    stdin: [settingsOf({ dir, password, port }), ...(users ? redisUserLines(users) : [])].join('\n'),
    logFile,
    options: { env: { LC_ALL: 'C', ...(libraries && { LD_LIBRARY_PATH: libraries }) } },
  })
  writeFileSync(
    path.join(dir, pidFile),
    JSON.stringify({ pid: server.pid, title: `redis-server 127.0.0.1:${port}` }),
  )
  const url = `redis://:${password}@127.0.0.1:${port}`
  await waitUntilReady(server, { isReady: () => answers(url), timeoutMs: startTimeoutMs, logFile })
  return {
    url,
    urlOf: (user) => (users ? `redis://${user}:${users[user]}@127.0.0.1:${port}` : url),
    port,
    stop: () => server.stop('SIGTERM', stopTimeoutMs),
    kill: () => server.stop('SIGKILL', stopTimeoutMs),
  }
}

function settingsOf({ dir, password, port }: { dir: string; password: string; port: number }): string {
  return [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir "${dir}"`,
    `requirepass ${password}`,
    'appendonly yes',
    'save ""',
    // BullMQ's keys must never be evicted: a full Redis refuses writes instead.
    'maxmemory-policy noeviction',
  ].join('\n')
}

/** Stops a server that outlived its killed supervisor and still writes to `dir`. */
export async function stopForgottenRedis(dir: string): Promise<void> {
  const file = path.join(dir, pidFile)
  if (!existsSync(file)) return
  const { pid, title }: { pid: number; title: string } = JSON.parse(readFileSync(file, 'utf8'))
  await stopLeftBehind(pid, title, 'SIGTERM')
  rmSync(file)
}

async function answers(url: string): Promise<boolean> {
  return (await ask(url, (redis) => redis.ping())) === 'PONG'
}

/** Runs one command on its own connection; null if nobody answers. */
async function ask<T>(url: string, command: (redis: Redis) => Promise<T>): Promise<T | null> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 1_000,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  redis.on('error', () => {})
  try {
    await redis.connect()
    return await command(redis)
  } catch {
    return null
  } finally {
    redis.disconnect()
  }
}
