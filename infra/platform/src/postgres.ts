import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import { Client, Pool, types } from 'pg'
import type { Log } from './log.ts'

export type Db<Schema> = Kysely<Schema>
export type Tx<Schema> = Transaction<Schema>

/** A pool of connections. Identity columns and counts stay below 2^53, so bigint is read as a number. */
export function openPostgres<Schema>(url: string, options: { connectionsMax: number; log: Log }): Db<Schema> {
  types.setTypeParser(types.builtins.INT8, Number)
  const pool = new Pool({
    connectionString: url,
    max: options.connectionsMax,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
  })
  // Without a listener a server restart would end the process; the pool replaces the connection by itself.
  pool.on('error', (error) => options.log.warn({ err: error }, 'idle database connection lost'))
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
}

/** Whether the database answers; throws when it cannot be reached. */
export async function isReachable<Schema>(db: Db<Schema>): Promise<boolean> {
  await sql`select 1`.execute(db)
  return true
}

/**
 * Listens on one channel with a connection of its own, and connects again for ever when it breaks.
 * Notifications sent meanwhile are lost: whoever listens must also poll.
 */
export function listen(
  url: string,
  options: { channel: string; log: Log; onNotify: (payload: string) => void },
): { close: () => Promise<void> } {
  let client: Client | undefined
  let retry: NodeJS.Timeout | undefined
  let closed = false

  const again = (error?: unknown) => {
    if (closed || retry) return
    options.log.warn({ err: error }, 'notification connection lost')
    void client?.end().catch(() => {})
    retry = setTimeout(() => void connect(), 1_000)
  }
  const connect = async () => {
    retry = undefined
    client = new Client({ connectionString: url, keepAlive: true })
    client.on('error', again)
    client.on('end', again)
    client.on('notification', ({ payload }) => options.onNotify(payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(options.channel)}`)
    } catch (error) {
      again(error)
    }
  }
  void connect()
  return {
    close: async () => {
      closed = true
      clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }
}
