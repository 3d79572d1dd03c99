import { createLog } from '@equerre/platform/log'
import { openPostgres, type Db } from '@equerre/platform/postgres'
import { createDatabase, type TestDatabase } from '@equerre/testkit/database'
import { sql, type RawBuilder } from 'kysely'
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let database: TestDatabase
/** The same database, as the role that owns the identities and as the gateway's. */
let auth: Db<unknown>
let gateway: Db<unknown>

beforeAll(async () => {
  const log = createLog('test', 'silent')
  database = await createDatabase()
  auth = openPostgres(database.urls.auth, { connectionsMax: 1, log })
  gateway = openPostgres(database.urls.gateway, { connectionsMax: 1, log })
})
afterAll(async () => {
  await Promise.all([auth.destroy(), gateway.destroy()])
  await database.drop()
})

async function signUp(): Promise<string> {
  const id = randomUUID()
  await sql`insert into auth.users (id, google_subject, email) values (${id}, ${id}, 'a@example.test')`.execute(
    auth,
  )
  return id
}

async function openSession(user: string, lifetime: string): Promise<Buffer> {
  const hash = randomBytes(32)
  await sql`
    insert into auth.sessions (token_hash, user_id, expires_at)
    values (${hash}, ${user}, now() + ${lifetime}::interval)`.execute(auth)
  return hash
}

async function issueKey(user: string): Promise<Buffer> {
  const hmac = randomBytes(32)
  await sql`
    insert into auth.api_keys (id, user_id, kind, hmac, sealed)
    values (${randomUUID()}, ${user}, 'live', ${hmac}, 'a copy')`.execute(auth)
  return hmac
}

async function ask(call: RawBuilder<unknown>): Promise<string | null | undefined> {
  const { rows } = await sql<{ user: string | null }>`select ${call} as user`.execute(gateway)
  return rows[0]?.user
}

describe('a session', () => {
  it('identifies its user until it expires', async () => {
    const user = await signUp()
    const live = await openSession(user, '1 hour')
    const expired = await openSession(user, '-1 second')
    expect(await ask(sql`auth.find_session(${live})`)).toBe(user)
    expect(await ask(sql`auth.find_session(${expired})`)).toBeNull()
  })

  it('that nobody opened identifies nobody', async () => {
    expect(await ask(sql`auth.find_session(${randomBytes(32)})`)).toBeNull()
  })

  it('ends with its user', async () => {
    const user = await signUp()
    const hash = await openSession(user, '1 hour')
    await sql`delete from auth.users where id = ${user}`.execute(auth)
    expect(await ask(sql`auth.find_session(${hash})`)).toBeNull()
  })
})

describe('an API key', () => {
  it('identifies its user until it is revoked', async () => {
    const user = await signUp()
    const hmac = await issueKey(user)
    expect(await ask(sql`auth.find_key(${hmac})`)).toBe(user)
    await sql`update auth.api_keys set revoked_at = now(), sealed = null where hmac = ${hmac}`.execute(auth)
    expect(await ask(sql`auth.find_key(${hmac})`)).toBeNull()
  })

  it('records the minute of its last use, once a minute', async () => {
    const hmac = await issueKey(await signUp())
    const versions = async () => {
      const { rows } = await sql<{ version: string; used: Date | null }>`
        select xmin::text as version, last_used_at as used from auth.api_keys where hmac = ${hmac}`.execute(
        auth,
      )
      return rows[0]!
    }
    expect((await versions()).used).toBeNull()
    await ask(sql`auth.find_key(${hmac})`)
    const first = await versions()
    expect(first.used?.getSeconds()).toBe(0)
    await ask(sql`auth.find_key(${hmac})`)
    expect(await versions()).toEqual(first)
    await sql`update auth.api_keys set last_used_at = now() - interval '61 seconds' where hmac = ${hmac}`.execute(
      auth,
    )
    await ask(sql`auth.find_key(${hmac})`)
    expect((await versions()).used!.getTime()).toBeGreaterThanOrEqual(first.used!.getTime())
  })

  it('is limited to one of each kind per user', async () => {
    const user = await signUp()
    await issueKey(user)
    await expect(issueKey(user)).rejects.toThrow(/one_valid_key_per_kind/)
  })

  it('that nobody issued identifies nobody', async () => {
    expect(await ask(sql`auth.find_key(${randomBytes(32)})`)).toBeNull()
  })
})

describe('a named key', () => {
  const identified = async (hmac: Buffer) =>
    (await sql`select * from auth.identify_key(${hmac})`.execute(gateway)).rows

  it('is identified with what it may do, and is nobody’s to the look-up of the former release', async () => {
    const user = await signUp()
    const [id, hmac] = [randomUUID(), randomBytes(32)]
    await sql`
      insert into auth.named_keys (id, user_id, name, scopes, credits_per_month, hmac, ending)
      values (${id}, ${user}, 'CI', array['read'], 5, ${hmac}, 'abcd')`.execute(auth)
    expect(await identified(hmac)).toEqual([
      { user_id: user, key_id: id, scopes: ['read'], credits_per_month: 5 },
    ])
    expect(await ask(sql`auth.find_key(${hmac})`)).toBeNull()
    const own = await issueKey(user)
    expect(await identified(own)).toEqual([
      { user_id: user, key_id: user, scopes: null, credits_per_month: null },
    ])
    expect(await identified(randomBytes(32))).toEqual([])
  })
})

describe('an identity', () => {
  it('is one user per provider subject, whatever the address', async () => {
    const user = await signUp()
    const again = sql`insert into auth.users (id, google_subject, email) values (${randomUUID()}, ${user}, 'b@example.test')`
    await expect(again.execute(auth)).rejects.toThrow(/one_user_per_subject/)
  })

  it('is stored only as hashes of the right size', async () => {
    const user = await signUp()
    const clear = Buffer.from('a token in the clear')
    const session = sql`insert into auth.sessions (token_hash, user_id, expires_at) values (${clear}, ${user}, now())`
    const key = sql`insert into auth.api_keys (id, user_id, kind, hmac, sealed) values (${randomUUID()}, ${user}, 'live', ${clear}, 'a copy')`
    await expect(session.execute(auth)).rejects.toThrow(/token_hash_is_sha256/)
    await expect(key.execute(auth)).rejects.toThrow(/hmac_is_sha256/)
  })

  it.each(['users', 'sessions', 'api_keys', 'named_keys', 'erasures'])(
    'is out of the gateway’s reach: %s',
    async (table) => {
      const read = sql`select * from ${sql.id('auth', table)}`.execute(gateway)
      await expect(read).rejects.toThrow(/permission denied/)
    },
  )
})
