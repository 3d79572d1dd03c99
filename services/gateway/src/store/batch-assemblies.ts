import type { ProblemFacts } from '@equerre/contract/problems'
import { sql } from 'kysely'
import type { AssemblyRow, ItemEnd } from '../core/batch.ts'
import { problemColumns, problemIn } from './batch-items.ts'
import type { Conn } from './schema.ts'

type Named = Pick<AssemblyRow, 'batchId' | 'group'>

/** @param groups in the order in which they come first */
export async function insertAssemblies(tx: Conn, batchId: string, groups: readonly string[]): Promise<void> {
  if (groups.length === 0) return
  await tx
    .insertInto('batch_assemblies')
    .values(groups.map((group, place) => ({ batch_id: batchId, group, place })))
    .execute()
}

export async function listAssemblies(db: Conn, batchId: string): Promise<AssemblyRow[]> {
  const rows = await db
    .selectFrom('batch_assemblies')
    .selectAll()
    .where('batch_id', '=', batchId)
    .orderBy('place')
    .execute()
  return rows.map((row) => ({
    batchId: row.batch_id,
    group: row.group,
    state: row.state,
    stepId: row.step_id,
    problem: problemIn(row),
  }))
}

/** The first PDF of a principal's batches whose items have all ended. */
export async function findNextAssembly(tx: Conn, ownerId: string): Promise<Named | null> {
  const row = await tx
    .selectFrom('batch_assemblies as made')
    .innerJoin('batches', 'batches.id', 'made.batch_id')
    .select(['made.batch_id', 'made.group'])
    .where('batches.owner_id', '=', ownerId)
    .where('batches.ended_at', 'is', null)
    .where('made.state', '=', sql.lit('waiting'))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('batch_items as item')
            .select('item.index')
            .whereRef('item.batch_id', '=', 'made.batch_id')
            .whereRef('item.group', '=', 'made.group')
            // As its index has it.
            .where(sql<boolean>`item.state in ('waiting', 'running')`),
        ),
      ),
    )
    .orderBy('batches.created_at')
    .orderBy('made.place')
    .limit(1)
    .executeTakeFirst()
  return row ? { batchId: row.batch_id, group: row.group } : null
}

export async function countRunningAssemblies(tx: Conn, ownerId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('batch_assemblies as made')
    .innerJoin('batches', 'batches.id', 'made.batch_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('batches.owner_id', '=', ownerId)
    .where('batches.ended_at', 'is', null)
    .where('made.state', '=', 'running')
    .executeTakeFirstOrThrow()
  return count
}

export async function startAssembly(tx: Conn, named: Named, stepId: string): Promise<void> {
  await tx
    .updateTable('batch_assemblies')
    .set({ state: 'running', step_id: stepId })
    .where('batch_id', '=', named.batchId)
    .where('group', '=', named.group)
    .where('state', '=', 'waiting')
    .execute()
}

export async function failAssembly(tx: Conn, named: Named, problem: ProblemFacts): Promise<void> {
  await tx
    .updateTable('batch_assemblies')
    .set({ state: 'failed', ...problemColumns(problem) })
    .where('batch_id', '=', named.batchId)
    .where('group', '=', named.group)
    .where('state', '=', 'waiting')
    .execute()
}

export async function cancelAssemblies(tx: Conn, batchId: string): Promise<void> {
  await tx
    .updateTable('batch_assemblies')
    .set({ state: 'cancelled' })
    .where('batch_id', '=', batchId)
    .where('state', '=', 'waiting')
    .execute()
}

/** @returns the batch, or null when none had this assembly under way */
export async function endAssembly(tx: Conn, stepId: string, end: ItemEnd): Promise<string | null> {
  const row = await tx
    .updateTable('batch_assemblies')
    .set({ state: end.state, ...(end.state === 'failed' && problemColumns(end.problem)) })
    .where('step_id', '=', stepId)
    .where('state', '=', 'running')
    .returning('batch_id')
    .executeTakeFirst()
  return row?.batch_id ?? null
}

/** The steps of PDFs under way that have ended, or are gone: as another release may have left them. */
export async function listForgottenAssemblies(db: Conn): Promise<string[]> {
  const rows = await db
    .selectFrom('batch_assemblies as made')
    .innerJoin('batches', 'batches.id', 'made.batch_id')
    .leftJoin('steps', 'steps.id', 'made.step_id')
    .select('made.step_id')
    .where('batches.ended_at', 'is', null)
    .where('made.state', '=', sql.lit('running'))
    .where((eb) =>
      eb.or([eb('steps.id', 'is', null), eb('steps.state', 'in', ['done', 'failed', 'cancelled'])]),
    )
    .execute()
  return rows.map((row) => row.step_id!)
}
