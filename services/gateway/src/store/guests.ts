import { sql } from 'kysely'
import type { Conn } from './schema.ts'

export async function findGuest(db: Conn, keyHash: Buffer): Promise<string | null> {
  const row = await db.selectFrom('guests').select('id').where('key_hash', '=', keyHash).executeTakeFirst()
  return row?.id ?? null
}

/** Counts the guests that a network has made in the last 24 hours, holding other newcomers of it back until the end of the transaction. */
export async function countNewGuests(tx: Conn, network: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${network}, 0))`.execute(tx)
  const { count } = await tx
    .selectFrom('guests')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('network', '=', network)
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertGuest(
  tx: Conn,
  guest: { id: string; keyHash: Buffer; network: string | null },
): Promise<void> {
  const { id, keyHash, network } = guest
  await tx.insertInto('guests').values({ id, key_hash: keyHash, network }).execute()
}

/** A guest who has something that an account can take over: credits that have not moved yet, or files. */
export async function findAdoptable(db: Conn, keyHash: Buffer): Promise<string | null> {
  const row = await db
    .selectFrom('guests')
    .select('id')
    .where('key_hash', '=', keyHash)
    .where((eb) =>
      eb.or([
        eb('merged_into', 'is', null),
        eb.exists(
          eb
            .selectFrom('ingestions')
            .select('ingestions.id')
            .whereRef('ingestions.owner_id', '=', 'guests.id')
            .where('ingestions.state', '<>', 'receiving'),
        ),
      ]),
    )
    .executeTakeFirst()
  return row?.id ?? null
}

/** Holds back whoever else adopts this guest. @returns whether its credits have moved before */
export async function lockGuest(tx: Conn, id: string): Promise<boolean> {
  const { merged_into } = await tx
    .selectFrom('guests')
    .select('merged_into')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return merged_into !== null
}

export async function markMerged(tx: Conn, id: string, userId: string): Promise<void> {
  await tx.updateTable('guests').set({ merged_into: userId }).where('id', '=', id).execute()
}

/** Forgets the guests that became this account. */
export async function deleteGuestsOf(db: Conn, userId: string): Promise<void> {
  await db.deleteFrom('guests').where('merged_into', '=', userId).execute()
}
