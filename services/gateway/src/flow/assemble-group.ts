import { AssemblyRequest } from '@equerre/contract/assemblies'
import { Problem, plainFacts, type ProblemFacts } from '@equerre/contract/problems'
import { inTransaction, isConflict, isOutage } from '@equerre/platform/postgres'
import type { Context } from '../context.ts'
import { secondsLeft, type BatchRow } from '../core/batch.ts'
import { lineOf, networksToCount, type Standing } from '../core/fairness.ts'
import {
  countRunningAssemblies,
  failAssembly,
  findNextAssembly,
  startAssembly,
} from '../store/batch-assemblies.ts'
import { listMadeOf } from '../store/batch-items.ts'
import { listOpenBatches, lockBatchesOf } from '../store/batches.ts'
import type { Conn } from '../store/schema.ts'
import { standingOf } from './batch-standing.ts'
import { dispatch } from './dispatch.ts'
import { addAssembly } from './request-assembly.ts'
import { endBatchIfOver } from './settle-batch.ts'

/**
 * Assembles the pages of the next group whose items have all ended, within a window of its own. What was made of a batch is assembled
 * once, so nothing else bounds it.
 * @returns whether there may be another
 */
export async function assembleNext(ctx: Context, ownerId: string): Promise<boolean> {
  const first = await findNextAssembly(ctx.db, ownerId)
  const batch = (await listOpenBatches(ctx.db, ownerId)).find(
    ({ batch: { id } }) => id === first?.batchId,
  )?.batch
  if (!first || !batch) return false
  const standing = await standingOf(ctx, batch)
  const started = await inTransaction(ctx.db, async (tx) => {
    await lockBatchesOf(tx, ownerId)
    if ((await countRunningAssemblies(tx, ownerId)) >= ctx.config.limits.assembliesInFlightMax) return false
    const next = await findNextAssembly(tx, ownerId)
    if (next?.batchId !== first.batchId || next.group !== first.group) return next !== null
    await assemble(ctx, tx, { batch, group: next.group, standing })
    return true
  }).catch((error: unknown) => fail(ctx, { ...first, ownerId }, error))
  if (started) await dispatch(ctx, lineOf({ ownerId, networks: networksToCount(standing) }))
  return started
}

type Group = { readonly batch: BatchRow; readonly group: string; readonly standing: Standing }

/** @throws Problem `nothing_found` without a page, and those of an assembly */
async function assemble(ctx: Context, tx: Conn, { batch, group, standing }: Group): Promise<void> {
  const made = await listMadeOf(tx, { batchId: batch.id, group })
  if (made.length === 0) throw new Problem('nothing_found')
  const asked = AssemblyRequest.parse({
    ...batch.assembly,
    title: group,
    pages: made.map(({ rectifyId, reference }) => ({
      rectify_id: rectifyId,
      ...(reference !== null && { name: reference }),
    })),
  })
  const { owner, requestId } = batch
  const call = { principal: { kind: 'user', id: owner.id }, test: owner.test, standing, asked } as const
  const bulk = { secondsLeft: secondsLeft(batch, new Date()) }
  const stepId = await addAssembly(ctx, tx, { ...call, requestId, idempotencyKey: undefined, bulk })
  await startAssembly(tx, { batchId: batch.id, group }, stepId)
}

type Named = { readonly batchId: string; readonly group: string; readonly ownerId: string }

async function fail(ctx: Context, { ownerId, ...named }: Named, error: unknown): Promise<boolean> {
  if (isOutage(error) || isConflict(error)) throw error
  const problem = factsOf(ctx, error)
  await inTransaction(ctx.db, async (tx) => {
    await lockBatchesOf(tx, ownerId)
    await failAssembly(tx, named, problem)
    await endBatchIfOver(tx, named.batchId)
  })
  return true
}

function factsOf(ctx: Context, error: unknown): ProblemFacts {
  if (error instanceof Problem) return error.facts
  ctx.log.error({ err: error }, 'a group could not be assembled')
  return plainFacts('internal')
}
