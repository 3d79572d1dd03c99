import type { KeyScope } from '@equerre/contract/api-key'
import { sql, type Selectable } from 'kysely'
import type { Conn, NamedKeysTable } from './schema.ts'

/** A further key of an account. It is kept when it is revoked: its usage has its name, and a program learns why it is refused. */
export type StoredNamedKey = {
  readonly id: string
  readonly name: string
  readonly scopes: readonly KeyScope[]
  /** Null: never. */
  readonly expiresAt: Date | null
  /** Null: as many as the account has. */
  readonly creditsPerMonth: number | null
  /** The last characters of the key in clear text. */
  readonly ending: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly revokedAt: Date | null
}
export type KeySettings = Pick<StoredNamedKey, 'name' | 'scopes' | 'expiresAt' | 'creditsPerMonth'>
type Secret = { readonly hmac: Buffer; readonly ending: string }

/** One key of an account; another account's is none. */
export type KeyOf = { readonly id: string; readonly userId: string }

export async function insertNamedKey(tx: Conn, key: KeyOf & KeySettings & Secret): Promise<StoredNamedKey> {
  const row = await tx
    .insertInto('named_keys')
    .values({ id: key.id, user_id: key.userId, ...columnsOf(key) })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toKey(row)
}

/** All that are kept, oldest first. */
export async function listNamedKeys(db: Conn, userId: string): Promise<StoredNamedKey[]> {
  const rows = await db
    .selectFrom('named_keys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toKey)
}

/** Changes what is given of a key that has not been revoked. @returns null when there is none */
export async function updateNamedKey(
  db: Conn,
  key: KeyOf,
  changed: Partial<KeySettings & Secret>,
): Promise<StoredNamedKey | null> {
  const row = await db
    .updateTable('named_keys')
    // Never empty: a change of nothing answers the key as it is.
    .set({ id: key.id, ...columnsOf(changed) })
    .where('id', '=', key.id)
    .where('user_id', '=', key.userId)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row ? toKey(row) : null
}

/** The key stops working at the next look-up. @returns false when there is none that works */
export async function revokeNamedKey(db: Conn, { id, userId }: KeyOf): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('named_keys')
    .set({ revoked_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Forgets all revoked keys of an account but the newest. */
export async function forgetRevokedKeys(tx: Conn, userId: string, kept: number): Promise<void> {
  await tx
    .deleteFrom('named_keys')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('named_keys')
        .select('id')
        .where('user_id', '=', userId)
        .where('revoked_at', 'is not', null)
        .orderBy('revoked_at', 'desc')
        .offset(kept),
    )
    .execute()
}

type Columns = Pick<
  NamedKeysTable,
  'name' | 'scopes' | 'expires_at' | 'credits_per_month' | 'hmac' | 'ending'
>

/** What is undefined, kysely leaves out of the statement. */
function columnsOf({
  name,
  scopes,
  expiresAt,
  creditsPerMonth,
  hmac,
  ending,
}: Partial<KeySettings & Secret>) {
  return {
    name,
    scopes: scopes && [...scopes],
    expires_at: expiresAt,
    credits_per_month: creditsPerMonth,
    hmac,
    ending,
  } as Columns
}

function toKey(row: Selectable<NamedKeysTable>): StoredNamedKey {
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    expiresAt: row.expires_at,
    creditsPerMonth: row.credits_per_month,
    ending: row.ending,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  }
}
