import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import type { Socket } from 'node:net'
import { Client, Pool, types, type ClientBase } from 'pg'
import type { Log } from './log.ts'

export type Db<Schema> = Kysely<Schema>
export type Tx<Schema> = Transaction<Schema>

/** What Postgres ends by itself: a statement, the wait for a lock, a transaction whose client does nothing. */
const statementMs = 15_000
const lockMs = 10_000
const idleInTransactionMs = 15_000
/** So whoever says nothing for that much longer than a statement may take is gone, perhaps without a word. */
const graceMs = 5_000
/** Idle connections are returned before they seem silent. */
const idleMs = 10_000
const connectMs = 5_000
/** The notification connection has nothing to say, so it is asked. */
const heartbeatMs = 10_000
const answerMs = 5_000

/** Postgres too gives up a client that is gone: its locks and its place are needed. Seconds, except the last. */
const clientIsAlive =
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c tcp_user_timeout=20000'

type PoolSettings = {
  readonly connectionsMax: number
  readonly log: Log
  /** The longest that a statement may take, and with it a server's silence. */
  readonly statementMsMax?: number
}

/** A connection pool. Identity columns and counts stay below 2^53, so bigint is read as a number. */
export function openPostgres<Schema>(url: string, options: PoolSettings): Db<Schema> {
  const { statementMsMax = statementMs } = options
  types.setTypeParser(types.builtins.INT8, Number)
  const pool = new Pool({
    connectionString: url,
    max: options.connectionsMax,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: idleMs,
    keepAlive: true,
    statement_timeout: statementMsMax,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    options: clientIsAlive,
  })
  // Without a listener a server restart would end the process; the pool replaces the connection itself.
  pool.on('error', (error) => options.log.warn({ err: error }, 'idle database connection lost'))
  // Neither the pool nor Kysely listens to a connection while it is lent out: its query fails anyway.
  pool.on('connect', (client) => {
    closeWhenSilent(client, statementMsMax + graceMs)
    client.on('error', (error) => options.log.warn({ err: error }, 'database connection lost'))
  })
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
}

/** Only now, since TLS has replaced the socket on the way. */
function closeWhenSilent(client: ClientBase, silentMs: number): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  const silence = Object.assign(new Error(`the database said nothing for ${silentMs} ms`), {
    code: 'ETIMEDOUT',
  })
  stream.setTimeout(silentMs, () => stream.destroy(silence))
}

/** Postgres' code when two transactions waited for each other and it aborted this one. */
const deadlock = '40P01'
const triesMax = 3

/** Runs `work` in a transaction, and again if Postgres aborted it to resolve a deadlock. */
export async function inTransaction<Schema, T>(
  db: Db<Schema>,
  work: (tx: Tx<Schema>) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (codeOf(error) !== deadlock || tries === triesMax) throw error
    }
  }
}

/** Whether an error means that the database is unavailable rather than that a query is wrong. */
export function isOutage(error: unknown): boolean {
  const code = codeOf(error)
  // 08: connection; 57P: shutting down or starting; 53: out of connections or memory; 57014, 55P03, 25P03: our time limits on
  // statements, locks and idle transactions (Postgres, appendix A).
  if (/^(08|57P|53|57014|55P03|25P03)/.test(code) || /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH)/.test(code))
    return true
  return (
    error instanceof Error &&
    /timeout exceeded when trying to connect|timeout expired|Connection terminated|not queryable/.test(
      error.message,
    )
  )
}

/** Whether Postgres aborted a transaction for the sake of another, so that the same may succeed later. */
export function isConflict(error: unknown): boolean {
  return [deadlock, '40001'].includes(codeOf(error))
}

/** Whether an error means that a value can never be stored: the same statement will fail again. */
export function isRefusedValue(error: unknown): boolean {
  // 22: a value that its type cannot hold; 23: a violated constraint.
  return /^2[23]\w{3}$/.test(codeOf(error))
}

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

/** Whether the database answers; throws when it cannot be reached. */
export async function isReachable<Schema>(db: Db<Schema>): Promise<boolean> {
  await sql`select 1`.execute(db)
  return true
}

/**
 * Listens on one channel over its own connection, and reconnects forever when it breaks. Notifications sent
 * meanwhile are lost: the listener must also poll.
 */
export function listen(
  url: string,
  options: { channel: string; log: Log; onNotify: (payload: string) => void },
): { close: () => Promise<void> } {
  let client: Client | undefined
  let retry: NodeJS.Timeout | undefined
  let closed = false
  const heartbeat = setInterval(() => {
    const asked = client
    if (!retry) asked?.query('select 1').catch((error: unknown) => reconnectLater(asked, error))
  }, heartbeatMs)

  const reconnectLater = (lost: Client, error?: unknown) => {
    // A lost connection is reported more than once; only the one in use counts.
    if (closed || retry || lost !== client) return
    options.log.warn({ err: error }, 'notification connection lost')
    void lost.end().catch(() => {})
    retry = setTimeout(() => void connect(), 1_000)
  }
  const connect = async () => {
    retry = undefined
    const fresh = new Client({
      connectionString: url,
      connectionTimeoutMillis: connectMs,
      query_timeout: answerMs,
      keepAlive: true,
      options: clientIsAlive,
    })
    client = fresh
    fresh.on('error', (error) => reconnectLater(fresh, error))
    fresh.on('end', () => reconnectLater(fresh))
    fresh.on('notification', ({ payload }) => options.onNotify(payload ?? ''))
    try {
      await fresh.connect()
      closeWhenSilent(fresh, heartbeatMs + answerMs + graceMs)
      await fresh.query(`listen ${fresh.escapeIdentifier(options.channel)}`)
    } catch (error) {
      reconnectLater(fresh, error)
    }
  }
  void connect()
  return {
    close: async () => {
      closed = true
      clearTimeout(retry)
      clearInterval(heartbeat)
      await client?.end().catch(() => {})
    },
  }
}
