import { sql } from 'kysely'
import { deleteInPortions } from './delete-in-portions.ts'
import type { Conn } from './schema.ts'

export async function findGuest(db: Conn, keyHash: Buffer): Promise<string | null> {
  const row = await db.selectFrom('guests').select('id').where('key_hash', '=', keyHash).executeTakeFirst()
  return row?.id ?? null
}

export async function insertGuest(tx: Conn, { id, keyHash }: { id: string; keyHash: Buffer }): Promise<void> {
  await tx.insertInto('guests').values({ id, key_hash: keyHash }).execute()
}

/** A guest with something an account can take over: credits that have not moved yet, or files. */
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

/** Blocks concurrent adoptions of this guest. @returns whether its credits have already moved */
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

/**
 * Deletes guests whose cookie has expired everywhere and who have no files: nobody can return as them. Younger ones stay
 * whatever they have left, since a returning guest without a row would be welcomed as new, with new credits.
 */
export async function deleteGuestsBefore(db: Conn, before: Date): Promise<void> {
  await deleteInPortions(
    db,
    'guests',
    sql`created_at < ${before} and not exists (select from ingestions where owner_id = guests.id)`,
  )
}

/** Deletes the guests that became this account. */
export async function deleteGuestsOf(db: Conn, userId: string): Promise<void> {
  await db.deleteFrom('guests').where('merged_into', '=', userId).execute()
}
