import { storageKeys } from '@equerre/contract/jobs'
import { Problem } from '@equerre/contract/problems'
import { inTransaction } from '@equerre/platform/postgres'
import type { Context } from '../context.ts'
import { lineOf } from '../core/fairness.ts'
import { hasEnded, type Owner, type Step } from '../core/step.ts'
import { deleteIngestion, lockOwnIngestion } from '../store/ingestions.ts'
import { listSteps } from '../store/steps.ts'
import { dispatch } from './dispatch.ts'
import { endAndSettle } from './end-step.ts'
import { withdrawSteps } from './withdraw-steps.ts'

/**
 * Erases a file and everything made from it, at once: running steps are cancelled, their credits voided and their jobs
 * withdrawn, then the row goes, then the objects. A worker that finishes later finds no row, and what it wrote is erased then.
 * @throws Problem `not_found`
 */
export async function eraseIngestion(ctx: Context, id: string, owner: Owner): Promise<void> {
  const cancelled = await removeIngestion(ctx, id, owner)
  if (!cancelled) throw new Problem('not_found')
  await Promise.all(cancelled.map((step) => dispatch(ctx, lineOf(step))))
}

/** @returns the cancelled steps; null when the file does not exist or is not this owner's */
export async function removeIngestion(ctx: Context, id: string, owner: Owner): Promise<Step[] | null> {
  const cancelled = await inTransaction(ctx.db, async (tx) => {
    if (!(await lockOwnIngestion(tx, id, owner))) return null
    const running = (await listSteps(tx, id)).filter((step) => !hasEnded(step.state))
    for (const step of running) await endAndSettle(tx, step.id, { state: 'cancelled' })
    await deleteIngestion(tx, id)
    return running
  })
  if (!cancelled) return null
  await withdrawSteps(ctx, cancelled)
  await ctx.storage.deletePrefix(storageKeys.prefix(id))
  return cancelled
}
