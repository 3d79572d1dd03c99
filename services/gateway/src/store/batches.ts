import type { ItemState } from '@equerre/contract/batches'
import { sql, type Selectable } from 'kysely'
import type { BatchRow, Progress } from '../core/batch.ts'
import type { Networks } from '../core/fairness.ts'
import type { Owner } from '../core/step.ts'
import { listAssemblies } from './batch-assemblies.ts'
import type { BatchesTable, Conn } from './schema.ts'

type NewBatch = Omit<BatchRow, 'state' | 'createdAt' | 'endedAt'>

export async function insertBatch(tx: Conn, batch: NewBatch): Promise<void> {
  await tx
    .insertInto('batches')
    .values({
      id: batch.id,
      owner_id: batch.owner.id,
      test: batch.owner.test,
      key_id: batch.keyId,
      networks: [...batch.networks],
      options: JSON.stringify(batch.options),
      assembly: batch.assembly ? JSON.stringify(batch.assembly) : null,
      callback_url: batch.callbackUrl,
      request_id: batch.requestId,
      ends_by: batch.endsBy,
    })
    .execute()
}

/**
 * Makes whoever adds a batch of this principal, or decides on items that wait, take turns until the end of the transaction. Taken before
 * the lock on a file, and on a batch.
 */
export async function lockBatchesOf(tx: Conn, ownerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${ownerId}, 7))`.execute(tx)
}

export async function countOpenBatches(tx: Conn, ownerId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('batches')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** A principal's open batches, oldest first: how many items of each are under way, and which one waits first. */
export async function listOpenBatches(
  db: Conn,
  ownerId: string,
): Promise<{ batch: BatchRow; running: number; next: number | null }[]> {
  const rows = await db
    .selectFrom('batches')
    .selectAll()
    .select((eb) => [
      eb
        .selectFrom('batch_items as item')
        .select((of) => of.fn.countAll<number>().as('count'))
        .whereRef('item.batch_id', '=', 'batches.id')
        .where('item.state', '=', sql.lit('running'))
        .as('running'),
      eb
        .selectFrom('batch_items as item')
        .select('item.index')
        .whereRef('item.batch_id', '=', 'batches.id')
        .where('item.state', '=', sql.lit('waiting'))
        .orderBy('item.index')
        .limit(1)
        .as('next'),
    ])
    .where('owner_id', '=', ownerId)
    .where('ended_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ running, next, ...row }) => ({ batch: toBatch(row), running: running ?? 0, next }))
}

/** Null for someone else's id as for an unknown one. */
export async function findOwnBatch(db: Conn, id: string, owner: Owner): Promise<BatchRow | null> {
  const row = await db
    .selectFrom('batches')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', owner.id)
    .where('test', '=', owner.test)
    .executeTakeFirst()
  return row ? toBatch(row) : null
}

/** Every batch of a principal, oldest first. */
export async function listBatchesOf(db: Conn, ownerId: string): Promise<BatchRow[]> {
  const rows = await db
    .selectFrom('batches')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy('created_at')
    .execute()
  return rows.map(toBatch)
}

/** Locks a batch until the end of the transaction: after the file of the step that has ended. */
export async function lockBatch(tx: Conn, id: string): Promise<BatchRow | null> {
  const row = await tx.selectFrom('batches').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row ? toBatch(row) : null
}

export async function markCancelled(tx: Conn, id: string): Promise<void> {
  await tx
    .updateTable('batches')
    .set({ state: 'cancelled' })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('ended_at', 'is', null)
    .execute()
}

/** One that was cancelled stays so. */
export async function endBatch(tx: Conn, { id, state }: Pick<BatchRow, 'id' | 'state'>): Promise<BatchRow> {
  const row = await tx
    .updateTable('batches')
    .set({ state: state === 'cancelled' ? state : 'finished', ended_at: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toBatch(row)
}

export async function readProgress(db: Conn, batchId: string): Promise<Progress> {
  const rows = await db
    .selectFrom('batch_items')
    .select(['state', (eb) => eb.fn.countAll<number>().as('count')])
    .select(sql<number>`coalesce(sum(charged), 0)::int`.as('charged'))
    .select(sql<number>`(count(*) filter (where status <> 'NOT_FOUND'))::int`.as('made'))
    .where('batch_id', '=', batchId)
    .groupBy('state')
    .execute()
  const of = (state: ItemState) => rows.find((row) => row.state === state)?.count ?? 0
  const sum = (what: 'count' | 'charged' | 'made') => rows.reduce((all, row) => all + row[what], 0)
  const items = {
    total: sum('count'),
    waiting: of('waiting'),
    running: of('running'),
    done: of('done'),
    failed: of('failed'),
    cancelled: of('cancelled'),
  }
  return { items, charged: sum('charged'), made: sum('made'), assemblies: await listAssemblies(db, batchId) }
}

/** Those of whom an item, or a PDF, is still to begin. */
export async function listWaitingOwners(db: Conn): Promise<string[]> {
  const rows = await db
    .selectFrom('batches')
    .select('owner_id')
    .distinct()
    .where('ended_at', 'is', null)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('batch_items as item')
            .select('item.index')
            .whereRef('item.batch_id', '=', 'batches.id')
            .where('item.state', '=', sql.lit('waiting')),
        ),
        exists(
          selectFrom('batch_assemblies as made')
            .select('made.place')
            .whereRef('made.batch_id', '=', 'batches.id')
            .where('made.state', '=', sql.lit('waiting')),
        ),
      ]),
    )
    .execute()
  return rows.map((row) => row.owner_id)
}

/** Open batches whose items should all have had their turn by now. */
export async function listOverdueBatches(db: Conn): Promise<BatchRow[]> {
  const rows = await db
    .selectFrom('batches')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('ends_by', '<=', sql<Date>`now()`)
    .execute()
  return rows.map(toBatch)
}

/** How many are open, and for how many seconds the oldest has been. */
export async function summarizeOpenBatches(db: Conn): Promise<{ count: number; oldestSeconds: number }> {
  return db
    .selectFrom('batches')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .select(sql<number>`coalesce(extract(epoch from now() - min(created_at)), 0)::float8`.as('oldestSeconds'))
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
}

/** Deletes batches that ended before, with their items. */
export async function deleteBatchesBefore(db: Conn, before: Date): Promise<void> {
  await db.deleteFrom('batches').where('ended_at', '<', before).execute()
}

/** Locks what is of them first, as whoever ends an item or a PDF does. */
export async function deleteBatchesOf(tx: Conn, ownerId: string): Promise<void> {
  for (const table of ['batch_items', 'batch_assemblies'] as const)
    await tx
      .selectFrom(table)
      .select('batch_id')
      .where('batch_id', 'in', (eb) => eb.selectFrom('batches').select('id').where('owner_id', '=', ownerId))
      .orderBy('batch_id')
      .forUpdate()
      .execute()
  await tx.deleteFrom('batches').where('owner_id', '=', ownerId).execute()
}

function toBatch(row: Selectable<BatchesTable>): BatchRow {
  return {
    id: row.id,
    owner: { id: row.owner_id, test: row.test },
    keyId: row.key_id,
    networks: row.networks as unknown as Networks,
    options: row.options,
    assembly: row.assembly,
    callbackUrl: row.callback_url,
    requestId: row.request_id,
    state: row.state,
    createdAt: row.created_at,
    endsBy: row.ends_by,
    endedAt: row.ended_at,
  }
}
