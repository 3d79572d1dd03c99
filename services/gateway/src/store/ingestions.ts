import type { IngestResult } from '@equerre/contract/jobs'
import { sql, type Selectable, type SelectQueryBuilder } from 'kysely'
import type { Position } from '../core/cursor.ts'
import { isOf, type Ingestion, type Owner } from '../core/step.ts'
import { deleteInPortions } from './delete-in-portions.ts'
import type { Conn, GatewaySchema, IngestionsTable } from './schema.ts'

export type ReceivedFile = {
  readonly id: string
  readonly mime: string
  readonly bytes: number
  readonly sha256: Buffer
}

/** A file to be read: with its sealed password if it came with one. */
type FileToRead = ReceivedFile & { readonly sealedPassword: string | null }

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

/** @param row `holds`: the files that it holds pages of */
export async function insertAssembly(
  tx: Conn,
  row: { id: string; owner: Owner; name: string; expiresAt: Date; holds: readonly string[] },
): Promise<void> {
  const { id, owner, name, expiresAt, holds } = row
  await tx
    .insertInto('ingestions')
    .values({
      id,
      owner_id: owner.id,
      test: owner.test,
      kind: 'assembly',
      state: 'ready',
      name,
      mime: 'application/pdf',
      pages: '[]',
      expires_at: expiresAt,
    })
    .execute()
  await tx
    .insertInto('assembly_pages')
    .values(holds.map((file) => ({ assembly_id: id, ingestion_id: file })))
    .execute()
}

/** Locks the assemblies that hold pages of these files, beside those named themselves. */
export async function lockAssembliesOf(tx: Conn, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('ingestions')
    .select('id')
    .where('id', 'in', (eb) =>
      eb.selectFrom('assembly_pages').select('assembly_id').where('ingestion_id', 'in', ids),
    )
    .where('id', 'not in', ids)
    .where('state', '<>', 'expired')
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** A file that is still to be fetched, with the sealed password that is to open it. */
export async function insertExpected(
  tx: Conn,
  row: { id: string; owner: Owner; name: string; expiresAt: Date; sealedPassword: string | null },
): Promise<void> {
  await insertReceiving(tx, row)
  if (row.sealedPassword === null) return
  await tx
    .updateTable('ingestions')
    .set({ sealed_password: row.sealedPassword })
    .where('id', '=', row.id)
    .execute()
}

/** A fetched file is here; only a PDF keeps its password. */
export async function markFetched(tx: Conn, { id, mime, bytes, sha256 }: ReceivedFile): Promise<void> {
  await tx
    .updateTable('ingestions')
    .set({
      state: 'received',
      mime,
      bytes,
      sha256,
      ...(mime !== 'application/pdf' && { sealed_password: null }),
    })
    .where('id', '=', id)
    .where('state', '=', 'receiving')
    .execute()
}

/** @returns false when the row has been swept or deleted in the meantime */
export async function markReceived(db: Conn, file: FileToRead): Promise<boolean> {
  const { mime, bytes, sha256, sealedPassword } = file
  const { numUpdatedRows } = await db
    .updateTable('ingestions')
    .set({ state: 'received', mime, bytes, sha256, sealed_password: sealedPassword })
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

/** Nothing will open it any more. */
export async function markFailed(db: Conn, id: string): Promise<void> {
  await db
    .updateTable('ingestions')
    .set({ state: 'failed', sealed_password: null })
    .where('id', '=', id)
    .execute()
}

/** Regardless of its owner: for the workers' results and the relay. */
export async function findIngestion(db: Conn, id: string): Promise<Ingestion | null> {
  const row = await db.selectFrom('ingestions').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toIngestion(row) : null
}

/** Whichever of these files there are a record of. */
export async function findIngestions(db: Conn, ids: readonly string[]): Promise<Map<string, Ingestion>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('ingestions').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, toIngestion(row)]))
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

/** Those of these files that are the owner's, locked. */
export async function lockOwnIngestions(
  tx: Conn,
  ids: readonly string[],
  owner: Owner,
): Promise<Map<string, Ingestion>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('ingestions')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  const own = rows.map(toIngestion).filter((ingestion) => isOf(ingestion, owner))
  return new Map(own.map((ingestion) => [ingestion.id, ingestion]))
}

/** Like `lockIngestion`; null for someone else's id as for an unknown one. */
export async function lockOwnIngestion(tx: Conn, id: string, owner: Owner): Promise<Ingestion | null> {
  const ingestion = await lockIngestion(tx, id)
  return ingestion && isOf(ingestion, owner) ? ingestion : null
}

/** Newest first, strictly after the cursor; expired ones are left out, whether erased yet or not. */
export async function listOwnIngestions(
  db: Conn,
  owner: Owner,
  page: { kind: Ingestion['kind']; limit: number; after: Position | null },
): Promise<Ingestion[]> {
  let query = db
    .selectFrom('ingestions')
    .selectAll()
    .where('owner_id', '=', owner.id)
    .where('test', '=', owner.test)
    .where('kind', '=', page.kind)
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

/** Deletes the rows with their steps and idempotency keys. */
export async function deleteIngestions(db: Conn, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('ingestions').where('id', 'in', ids).execute()
}

/** At most so many, without those that could not be ended. */
export type Some = { readonly limit: number; readonly except: readonly string[] }

const notAmong = (ids: readonly string[]) => sql<boolean>`id <> all(${ids}::uuid[])`

/** Locks files whose time is over, leaving out those that somebody else has locked. */
export async function lockExpired(tx: Conn, some: Some): Promise<string[]> {
  return lockUnlocked(tx.selectFrom('ingestions').where(hasExpired).orderBy('expires_at'), some)
}

/** Locks uploads that never ended, leaving out those that somebody else has locked. */
export async function lockBrokenOff(tx: Conn, some: Some): Promise<string[]> {
  return lockUnlocked(tx.selectFrom('ingestions').where(isBrokenOff).orderBy('created_at'), some)
}

async function lockUnlocked(
  query: SelectQueryBuilder<GatewaySchema, 'ingestions', object>,
  { limit, except }: Some,
): Promise<string[]> {
  const rows = await query
    .select('id')
    .where(notAmong(except))
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(({ id }) => id)
}

const hasExpired = sql<boolean>`state not in ('expired', 'receiving') and expires_at <= now()`
/** Longer than any upload may take. */
const receivingMax = sql`interval '10 minutes'`
/** A file that is to be fetched has a step, whose deadline ends it. */
const isBrokenOff = sql<boolean>`state = 'receiving' and created_at <= now() - ${receivingMax}
  and not exists (select from steps where steps.ingestion_id = ingestions.id)`

/** Locks some of an owner's files that have not expired, made with any kind of key. */
export async function lockSomeOf(tx: Conn, ownerId: string, { limit, except }: Some): Promise<string[]> {
  const rows = await tx
    .selectFrom('ingestions')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('state', '<>', 'expired')
    .where(notAmong(except))
    .limit(limit)
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

const nothingOfIt = { mime: null, bytes: null, sha256: null, sealed_password: null, pages: null }

/** Keeps only tombstones, so that the files' addresses answer 410 instead of 404. */
export async function leaveTombstones(db: Conn, ids: readonly string[]): Promise<void> {
  await db
    .updateTable('ingestions')
    .set({ state: 'expired', name: '', ...nothingOfIt })
    .where('id', 'in', ids)
    .execute()
}

export async function deleteTombstonesBefore(db: Conn, before: Date): Promise<void> {
  await deleteInPortions(db, 'ingestions', sql`state = 'expired' and expires_at < ${before}`)
}

export async function deleteTombstonesOf(db: Conn, ownerId: string): Promise<void> {
  await deleteInPortions(db, 'ingestions', sql`state = 'expired' and owner_id = ${ownerId}`)
}

/** Which of these files may have objects. */
export async function livingAmong(db: Conn, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('ingestions')
    .select('id')
    .where('id', 'in', ids)
    .where('state', '<>', 'expired')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** How many files wait to be erased, counted up to `countMax` of each kind, and for how long the first has waited. */
export async function summarizeOverdue(
  db: Conn,
  countMax: number,
): Promise<{ count: number; oldestSeconds: number }> {
  const { rows } = await sql<{ count: number; oldestSeconds: number }>`
    select count(*) as count, coalesce(extract(epoch from now() - min(since)), 0)::float8 as "oldestSeconds" from (
      (select expires_at as since from ingestions where ${hasExpired} order by expires_at limit ${countMax}) union all
      (select created_at + ${receivingMax} from ingestions where ${isBrokenOff} order by created_at limit ${countMax}) union all
      (select since from files_to_erase order by since limit ${countMax})
    ) as overdue`.execute(db)
  return rows[0]!
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

function toIngestion(row: Selectable<IngestionsTable>): Ingestion {
  return {
    id: row.id,
    kind: row.kind,
    ownerId: row.owner_id,
    test: row.test,
    state: row.state,
    name: row.name,
    mime: row.mime ?? '',
    bytes: row.bytes ?? 0,
    sealedPassword: row.sealed_password,
    pages: row.pages ?? [],
    progressive: row.progressive ?? false,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}
