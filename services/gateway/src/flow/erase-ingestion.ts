import { Problem } from '@equerre/contract/problems'
import { inTransaction } from '@equerre/platform/postgres'
import type { Context } from '../context.ts'
import { lineOf } from '../core/fairness.ts'
import type { Owner } from '../core/step.ts'
import { lockOwnIngestion } from '../store/ingestions.ts'
import { dispatch } from './dispatch.ts'
import { endFiles } from './end-files.ts'
import { tryToErase } from './erase-objects.ts'
import { withdrawSteps } from './withdraw-steps.ts'

/**
 * Erases a file and everything made from it, at once, assemblies included, or an assembly alone: running steps are cancelled, their credits voided and their jobs
 * withdrawn, then the row goes, then the objects. A worker that finishes later finds no row, and what it wrote is erased then.
 * @throws Problem `not_found`
 */
export async function eraseIngestion(ctx: Context, id: string, owner: Owner): Promise<void> {
  const { ids, cancelled } = await inTransaction(ctx.db, async (tx) => {
    if (!(await lockOwnIngestion(tx, id, owner))) throw new Problem('not_found')
    return endFiles(tx, [id], 'nothing')
  })
  await withdrawSteps(ctx, cancelled)
  await Promise.all(ids.map((one) => tryToErase(ctx, one)))
  await Promise.all(cancelled.map((step) => dispatch(ctx, lineOf(step))))
}
