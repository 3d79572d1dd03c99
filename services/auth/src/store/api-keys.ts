import type { KeyKind } from '@equerre/contract/api-key'
import type { Selectable } from 'kysely'
import type { ApiKeysTable, Conn } from './schema.ts'

export type StoredKey = {
  readonly id: string
  readonly kind: KeyKind
  /** Null once revoked. */
  readonly sealed: string | null
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly revokedAt: Date | null
}
type NewKey = {
  readonly id: string
  readonly userId: string
  readonly kind: KeyKind
  readonly hmac: Buffer
  readonly sealed: string
}

/** The encrypted copy of a valid key. */
export type SealedKey = { readonly id: string; readonly userId: string; readonly sealed: string }

/** A user has one valid key of each kind: does nothing when there is one already. */
export async function insertKey(tx: Conn, key: NewKey): Promise<void> {
  await tx
    .insertInto('api_keys')
    .values({ id: key.id, user_id: key.userId, kind: key.kind, hmac: key.hmac, sealed: key.sealed })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'kind']).where('revoked_at', 'is', null).doNothing(),
    )
    .execute()
}

/** All keys that the user ever had, oldest first. */
export async function listKeys(db: Conn, userId: string): Promise<StoredKey[]> {
  const rows = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return rows.map(toKey)
}

/** The key stops working at the next look-up, and can no longer be shown. */
export async function revokeKey(tx: Conn, userId: string, kind: KeyKind): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set({ revoked_at: new Date(), sealed: null })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('revoked_at', 'is', null)
    .execute()
}

/** The encrypted copies of all valid keys, ordered by id. */
export async function listSealed(
  db: Conn,
  { after, limit }: { after: string | null; limit: number },
): Promise<SealedKey[]> {
  const rows = await db
    .selectFrom('api_keys')
    .select(['id', 'user_id as userId', 'sealed'])
    .where('revoked_at', 'is', null)
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.flatMap(({ sealed, ...row }) => (sealed === null ? [] : [{ ...row, sealed }]))
}

/** Replaces the encrypted copy, unless the key has been revoked meanwhile. */
export async function resealKey(db: Conn, id: string, sealed: string): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ sealed })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
}

function toKey(row: Selectable<ApiKeysTable>): StoredKey {
  return {
    id: row.id,
    kind: row.kind,
    sealed: row.sealed,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  }
}
