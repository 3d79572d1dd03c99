import { codeOf, Problem, plainFacts, type ProblemFacts } from '@equerre/contract/problems'
import { inTransaction, isConflict, isOutage } from '@equerre/platform/postgres'
import type { Context } from '../context.ts'
import { chooseTurn, mayPayLater, type OpenBatch } from '../core/batch.ts'
import { lineOf, networksToCount } from '../core/fairness.ts'
import { endWaiting, findWaitingItem } from '../store/batch-items.ts'
import { listOpenBatches, lockBatchesOf } from '../store/batches.ts'
import { assembleNext } from './assemble-group.ts'
import { standingOf } from './batch-standing.ts'
import { countFreeStep, isFreeWorkLeft } from './count-free-work.ts'
import { dispatch } from './dispatch.ts'
import { endBatchIfOver } from './settle-batch.ts'
import { startItem } from './start-item.ts'

/** One call does so much; the next one goes on. */
const turnsMost = 32

/**
 * Makes steps of a principal's waiting items, as far as its window of items under way allows, and assembles groups that are complete.
 * Called when a batch is accepted and when one of its steps ends, and by the relay. Never fails its caller: what is left undone, the
 * relay does later.
 */
export function takeTurns(ctx: Context, ownerId: string): Promise<void> {
  if (!ctx.config.BATCHES) return Promise.resolve()
  return ctx.turns(`batches ${ownerId}`, async () => {
    try {
      const passed = new Set<string>()
      for (let turns = 0; turns < turnsMost && (await takeTurn(ctx, { ownerId, passed })); turns++);
      for (let turns = 0; turns < turnsMost && (await assembleNext(ctx, ownerId)); turns++);
    } catch (error) {
      ctx.log.warn({ err: error, ownerId }, 'items had no turn; the relay will retry')
    }
  })
}

/** `passed`: batches that wait for a credit to come back, for now. */
type Taker = { readonly ownerId: string; readonly passed: Set<string> }

/** @returns whether there may be another */
async function takeTurn(ctx: Context, { ownerId, passed }: Taker): Promise<boolean> {
  const choose = (open: readonly OpenBatch[]) =>
    chooseTurn(
      open.map((one) => (passed.has(one.batch.id) ? { ...one, next: null } : one)),
      ctx.config.limits.batchInFlightMax,
    )
  const before = choose(await listOpenBatches(ctx.db, ownerId))
  if (!before) return false
  // Asked outside of the transaction, since it may need a connection of its own.
  const standing = await standingOf(ctx, before.batch)
  if (!(await isFreeWorkLeft(ctx, ownerId, standing))) return false
  const found = await inTransaction(ctx.db, async (tx) => {
    await lockBatchesOf(tx, ownerId)
    const open = await listOpenBatches(tx, ownerId)
    const chosen = choose(open)
    if (chosen?.batch.id !== before.batch.id) return chosen && 'other'
    const item = await findWaitingItem(tx, { batchId: chosen.batch.id, index: chosen.index })
    if (!item) return 'other'
    try {
      await startItem(ctx, tx, { batch: chosen.batch, item, standing })
    } catch (error) {
      if (isOutage(error) || isConflict(error)) throw error
      const problem = factsOf(ctx, error)
      // As of before its credit was asked for: what has been given back since is for this item's next turn.
      if (mayPayLater(open, chosen.batch, codeOf(problem.sentence))) throw new Passed(chosen.batch.id)
      throw new Refused(item, problem)
    }
    return 'started'
  }).catch((error: unknown) => {
    if (!(error instanceof Passed)) return refuse(ctx, ownerId, error)
    passed.add(error.batchId)
    return 'passed'
  })
  if (found === 'started') {
    if (standing.tier !== 'paying') await countFreeStep(ctx, ownerId, standing).catch(() => {})
    await dispatch(ctx, lineOf({ ownerId, networks: networksToCount(standing) }))
  }
  return found !== null
}

/** An item goes on waiting, since a credit may come back; thrown, so that nothing of its turn stays. */
class Passed extends Error {
  override name = 'Passed' as const
  readonly batchId: string

  constructor(batchId: string) {
    super('no credit for now')
    this.batchId = batchId
  }
}

/** Why an item does not become a step; thrown, so that nothing of it stays. */
class Refused extends Error {
  override name = 'Refused' as const
  readonly item: { readonly batchId: string; readonly index: number }
  readonly problem: ProblemFacts

  constructor(item: Refused['item'], problem: ProblemFacts) {
    super(problem.sentence)
    this.item = { batchId: item.batchId, index: item.index }
    this.problem = problem
  }
}

function factsOf(ctx: Context, error: unknown): ProblemFacts {
  if (error instanceof Problem) return error.facts
  ctx.log.error({ err: error }, 'an item could not begin')
  return plainFacts('internal')
}

/** The item alone fails, and the next one has its own turn. */
async function refuse(ctx: Context, ownerId: string, error: unknown): Promise<'refused' | null> {
  if (!(error instanceof Refused)) throw error
  const { item, problem } = error
  // What is too much now is not too much for ever: the relay asks again.
  if (codeOf(problem.sentence) === 'rate_limited') return null
  await inTransaction(ctx.db, async (tx) => {
    await lockBatchesOf(tx, ownerId)
    if ((await endWaiting(tx, item, { state: 'failed', problem })) > 0) await endBatchIfOver(tx, item.batchId)
  })
  return 'refused'
}
