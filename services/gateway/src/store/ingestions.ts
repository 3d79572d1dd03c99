import type { IngestResult } from '@equerre/contract/jobs'
import { sql, type Selectable } from 'kysely'
import type { Position } from '../core/cursor.ts'
import { isOf, type Ingestion, type Owner } from '../core/step.ts'
import type { Conn, IngestionsTable } from './schema.ts'

export type ReceivedFile = {
  readonly id: string
  readonly mime: string
  readonly bytes: number
  readonly sha256: Buffer
}

export async function insertReceiving(
  db: Conn,
  row: { id: string; owner: Owner; name: string; expiresAt: Date },
): Promise<void> {
  const { id, owner, name, expiresAt } = row
  await db
    .insertInto('ingestions')
    .values({ id, owner_id: owner.id, test: owner.test, state: 'receiving', name, expires_at: expiresAt })
    .execute()
}

/** @returns false when the row has been swept or deleted in the meantime */
export async function markReceived(db: Conn, file: ReceivedFile): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('ingestions')
    .set({ state: 'received', mime: file.mime, bytes: file.bytes, sha256: file.sha256 })
    .where('id', '=', file.id)
    .where('state', '=', 'receiving')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function markReady(db: Conn, id: string, result: IngestResult): Promise<void> {
  const { mime, pages, progressive } = result
  await db
    .updateTable('ingestions')
    .set({ state: 'ready', mime, pages: JSON.stringify(pages), progressive })
    .where('id', '=', id)
    .execute()
}

export async function markFailed(db: Conn, id: string): Promise<void> {
  await db.updateTable('ingestions').set({ state: 'failed' }).where('id', '=', id).execute()
}

/** Regardless of its owner: for the workers' results and the relay. */
export async function findIngestion(db: Conn, id: string): Promise<Ingestion | null> {
  const row = await db.selectFrom('ingestions').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toIngestion(row) : null
}

/** Null for someone else's id as for an unknown one. */
export async function findOwnIngestion(db: Conn, id: string, owner: Owner): Promise<Ingestion | null> {
  const ingestion = await findIngestion(db, id)
  return ingestion && isOf(ingestion, owner) ? ingestion : null
}

/** Like `findIngestion`, and locks the row. Always taken before a step's row, to avoid deadlocks. */
export async function lockIngestion(tx: Conn, id: string): Promise<Ingestion | null> {
  const row = await tx
    .selectFrom('ingestions')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ? toIngestion(row) : null
}

/** Like `lockIngestion`; null for someone else's id as for an unknown one. */
export async function lockOwnIngestion(tx: Conn, id: string, owner: Owner): Promise<Ingestion | null> {
  const ingestion = await lockIngestion(tx, id)
  return ingestion && isOf(ingestion, owner) ? ingestion : null
}

/** Newest first, strictly after the cursor; expired files are left out, whether erased yet or not. */
export async function listOwnIngestions(
  db: Conn,
  owner: Owner,
  page: { limit: number; after: Position | null },
): Promise<Ingestion[]> {
  let query = db
    .selectFrom('ingestions')
    .selectAll()
    .where('owner_id', '=', owner.id)
    .where('test', '=', owner.test)
    .where('state', 'not in', ['receiving', 'expired'])
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
  if (page.after) {
    const { createdAtMs, id } = page.after
    query = query.where(sql<boolean>`(created_at, id) < (${new Date(createdAtMs)}, ${id}::uuid)`)
  }
  return (await query.execute()).map(toIngestion)
}

/** Deletes the row with its steps and idempotency keys. */
export async function deleteIngestion(db: Conn, id: string): Promise<void> {
  await db.deleteFrom('ingestions').where('id', '=', id).execute()
}

/** Uploads that never ended, and expired files. */
export async function listSweepable(
  db: Conn,
  { receivingBefore, now, limit }: { receivingBefore: Date; now: Date; limit: number },
): Promise<{ id: string; receiving: boolean }[]> {
  const rows = await db
    .selectFrom('ingestions')
    .select(['id', 'state'])
    .where('state', '<>', 'expired')
    .where((eb) =>
      eb.or([
        eb('expires_at', '<=', now),
        eb.and([eb('state', '=', 'receiving'), eb('created_at', '<=', receivingBefore)]),
      ]),
    )
    .limit(limit)
    .execute()
  return rows.map(({ id, state }) => ({ id, receiving: state === 'receiving' }))
}

/** Keeps only a tombstone, so that the file's address answers 410 instead of 404. */
export async function markExpired(db: Conn, id: string): Promise<void> {
  await db
    .updateTable('ingestions')
    .set({ state: 'expired', name: '', mime: null, bytes: null, sha256: null, pages: null })
    .where('id', '=', id)
    .execute()
}

export async function deleteExpiredBefore(db: Conn, before: Date): Promise<void> {
  await db.deleteFrom('ingestions').where('state', '=', 'expired').where('expires_at', '<', before).execute()
}

/** Gives a guest's files to an account. One still arriving stays with the guest until it is complete. */
export async function adoptIngestions(tx: Conn, guestId: string, userId: string): Promise<void> {
  await tx
    .updateTable('ingestions')
    .set({ owner_id: userId })
    .where('owner_id', '=', guestId)
    .where('state', '<>', 'receiving')
    .execute()
}

/** In any state, made with any kind of key. */
export async function listAllOf(db: Conn, ownerId: string): Promise<{ id: string; test: boolean }[]> {
  return db.selectFrom('ingestions').select(['id', 'test']).where('owner_id', '=', ownerId).execute()
}

function toIngestion(row: Selectable<IngestionsTable>): Ingestion {
  return {
    id: row.id,
    ownerId: row.owner_id,
    test: row.test,
    state: row.state,
    name: row.name,
    mime: row.mime ?? '',
    bytes: row.bytes ?? 0,
    pages: row.pages ?? [],
    progressive: row.progressive ?? false,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}
