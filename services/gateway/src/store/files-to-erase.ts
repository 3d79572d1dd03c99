import { sql } from 'kysely'
import type { Conn } from './schema.ts'

/** How long whoever erases a file's objects is left alone: longer than the storage is waited for. */
const claimSeconds = 300
const claimEnd = sql<Date>`now() + make_interval(secs => ${claimSeconds})`

/** Records that the objects of these files are to be erased, first of all by the caller. */
export async function rememberToErase(tx: Conn, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .insertInto('files_to_erase')
    .values(ids.map((id) => ({ ingestion_id: id, due_at: claimEnd })))
    .onConflict((conflict) => conflict.column('ingestion_id').doUpdateSet({ due_at: claimEnd }))
    .execute()
}

/** Takes over from callers that have not erased them in time: the storage was away, or they died. */
export async function reclaimToErase(db: Conn, limit: number): Promise<string[]> {
  const rows = await db
    .updateTable('files_to_erase')
    .set({ due_at: claimEnd })
    .where('ingestion_id', 'in', (eb) =>
      eb
        .selectFrom('files_to_erase')
        .select('ingestion_id')
        .where('due_at', '<=', sql<Date>`now()`)
        .orderBy('due_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning('ingestion_id')
    .execute()
  return rows.map((row) => row.ingestion_id)
}

/** Their objects are gone. */
export async function forgetToErase(db: Conn, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('files_to_erase').where('ingestion_id', 'in', ids).execute()
}
