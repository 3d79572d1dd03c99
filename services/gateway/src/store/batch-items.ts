import { ProblemFacts, plainFacts } from '@equerre/contract/problems'
import { sql, type Selectable } from 'kysely'
import type { ItemEnd, ItemRow } from '../core/batch.ts'
import type { BatchItemsTable, Conn } from './schema.ts'

type NewItem = Pick<
  ItemRow,
  | 'batchId'
  | 'index'
  | 'reference'
  | 'group'
  | 'page'
  | 'ingestionId'
  | 'name'
  | 'sealedAddress'
  | 'sealedPassword'
>
type Named = Pick<ItemRow, 'batchId' | 'index'>

/** Rows per statement, whose parameters are counted with 16 bits. */
const portion = 1_000

export async function insertItems(tx: Conn, items: readonly NewItem[]): Promise<void> {
  for (let from = 0; from < items.length; from += portion)
    await tx
      .insertInto('batch_items')
      .values(
        items.slice(from, from + portion).map((item) => ({
          batch_id: item.batchId,
          index: item.index,
          reference: item.reference,
          group: item.group,
          page: item.page,
          ingestion_id: item.ingestionId,
          name: item.name,
          sealed_address: item.sealedAddress,
          sealed_password: item.sealedPassword,
        })),
      )
      .execute()
}

export async function findWaitingItem(tx: Conn, { batchId, index }: Named): Promise<ItemRow | null> {
  const row = await tx
    .selectFrom('batch_items')
    .selectAll()
    .where('batch_id', '=', batchId)
    .where('index', '=', index)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return row ? toItem(row) : null
}

/** Items in order, from a position on. */
export async function listItems(
  db: Conn,
  batchId: string,
  { from, limit }: { from: number; limit: number },
): Promise<ItemRow[]> {
  const rows = await db
    .selectFrom('batch_items')
    .selectAll()
    .where('batch_id', '=', batchId)
    .where('index', '>=', from)
    .orderBy('index')
    .limit(limit)
    .execute()
  return rows.map(toItem)
}

/** The items of a group that have a page whose file is still kept, in order. */
export async function listMadeOf(
  db: Conn,
  { batchId, group }: { batchId: string; group: string },
): Promise<ItemRow[]> {
  const rows = await db
    .selectFrom('batch_items as item')
    .innerJoin('ingestions as file', 'file.id', 'item.ingestion_id')
    .selectAll('item')
    .where('item.batch_id', '=', batchId)
    .where('item.group', '=', group)
    .where('item.state', '=', 'done')
    .where('item.status', '<>', 'NOT_FOUND')
    .where('file.state', '<>', 'expired')
    .where('file.expires_at', '>', sql<Date>`now()`)
    .orderBy('item.index')
    .execute()
  return rows.map(toItem)
}

const nothingSealed = { sealed_address: null, sealed_password: null }

/** It has its turn: what was sealed is its file's from here on. */
export async function startItem(tx: Conn, { batchId, index }: Named, rectifyId: string): Promise<void> {
  await tx
    .updateTable('batch_items')
    .set({ state: 'running', rectify_id: rectifyId, ...nothingSealed })
    .where('batch_id', '=', batchId)
    .where('index', '=', index)
    .where('state', '=', 'waiting')
    .execute()
}

/** Ends items that wait: one, or all of a batch. @returns how many */
export async function endWaiting(
  tx: Conn,
  { batchId, index }: { batchId: string; index?: number },
  end: Exclude<ItemEnd, { state: 'done' }>,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('batch_items')
    .set({ ...columnsOf(end), ...nothingSealed })
    .where('batch_id', '=', batchId)
    .where('state', '=', 'waiting')
    .$if(index !== undefined, (query) => query.where('index', '=', index!))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The compare-and-set that a batch's end depends on. @returns the batch, or null when no item of one was under way with this rectify */
export async function endItem(tx: Conn, rectifyId: string, end: ItemEnd): Promise<string | null> {
  const row = await tx
    .updateTable('batch_items')
    .set(columnsOf(end))
    .where('rectify_id', '=', rectifyId)
    .where('state', '=', 'running')
    .returning('batch_id')
    .executeTakeFirst()
  return row?.batch_id ?? null
}

/** The rectifies of a batch's items under way. */
export async function listRectifiesUnderWay(db: Conn, batchId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('batch_items')
    .select('rectify_id')
    .where('batch_id', '=', batchId)
    .where('state', '=', sql.lit('running'))
    .execute()
  return rows.map((row) => row.rectify_id!)
}

/** Items under way whose rectify has ended, or is gone: as another release may have left them. */
export async function listForgotten(db: Conn): Promise<{ rectifyId: string; ownerId: string }[]> {
  const rows = await db
    .selectFrom('batch_items as item')
    .innerJoin('batches', 'batches.id', 'item.batch_id')
    .leftJoin('steps', 'steps.id', 'item.rectify_id')
    .select(['item.rectify_id', 'batches.owner_id'])
    .where('item.state', '=', sql.lit('running'))
    .where((eb) =>
      eb.or([eb('steps.id', 'is', null), eb('steps.state', 'in', ['done', 'failed', 'cancelled'])]),
    )
    .execute()
  return rows.map((row) => ({ rectifyId: row.rectify_id!, ownerId: row.owner_id }))
}

export async function hasUnended(tx: Conn, batchId: string): Promise<boolean> {
  const of = (table: 'batch_items' | 'batch_assemblies') =>
    tx
      .selectFrom(table)
      .select('batch_id')
      .where('batch_id', '=', batchId)
      .where('state', 'in', ['waiting', 'running'])
      .limit(1)
      .executeTakeFirst()
  return (await of('batch_items')) !== undefined || (await of('batch_assemblies')) !== undefined
}

/** Whether an item of a batch has had no turn in time. */
export async function hasOverdue(tx: Conn, batchId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('batch_items')
    .select('index')
    .where('batch_id', '=', batchId)
    .where('problem_sentence', '=', 'batch_over')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Items of open batches that have not ended, by state: one index each. */
export async function countOpenItems(db: Conn): Promise<{ waiting: number; running: number }> {
  const of = (state: 'waiting' | 'running') =>
    db
      .selectFrom('batch_items')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('state', '=', sql.lit(state))
  return db
    .selectNoFrom([of('waiting').as('waiting'), of('running').as('running')])
    .$narrowType<{ waiting: number; running: number }>()
    .executeTakeFirstOrThrow()
}

/** The columns that an end sets, here as in `batch_assemblies`. */
function columnsOf(end: ItemEnd) {
  if (end.state === 'done') return { state: end.state, status: end.status, charged: end.charged }
  return { state: end.state, ...(end.state === 'failed' && problemColumns(end.problem)) }
}

export function problemColumns({ sentence, params }: ProblemFacts) {
  return { problem_sentence: sentence, problem_params: JSON.stringify(params) }
}

type Failure = { readonly problem_sentence: string | null; readonly problem_params: object | null }

/** One that only another release knows is an error of ours. */
export function problemIn(row: Failure): ProblemFacts | null {
  if (row.problem_sentence === null) return null
  const written = { sentence: row.problem_sentence, params: row.problem_params }
  return ProblemFacts.safeParse(written).data ?? plainFacts('internal')
}

function toItem(row: Selectable<BatchItemsTable>): ItemRow {
  return {
    batchId: row.batch_id,
    index: row.index,
    reference: row.reference,
    group: row.group,
    state: row.state,
    page: row.page,
    ingestionId: row.ingestion_id,
    name: row.name,
    sealedAddress: row.sealed_address,
    sealedPassword: row.sealed_password,
    rectifyId: row.rectify_id,
    status: row.status,
    charged: row.charged === 1 ? 1 : 0,
    problem: problemIn(row),
  }
}
