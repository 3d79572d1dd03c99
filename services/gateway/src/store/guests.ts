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
