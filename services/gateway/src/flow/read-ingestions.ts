import { Problem } from '@equerre/contract/problems'
import type { Context } from '../context.ts'
import { itemOf, type UntranslatedItem } from '../core/answer.ts'
import { readCursor, writeCursor } from '../core/cursor.ts'
import { isExpired, type Ingestion, type Owner, type Step } from '../core/step.ts'
import { findOwnIngestion, listOwnIngestions } from '../store/ingestions.ts'
import { listSteps, listStepsByIngestion } from '../store/steps.ts'

/** @throws Problem `not_found`, `expired` */
export async function readIngestion(ctx: Context, id: string, owner: Owner): Promise<UntranslatedItem> {
  const ingestion = await findOwnIngestion(ctx.db, id, owner)
  if (ingestion?.kind !== 'file') throw new Problem('not_found')
  if (isExpired(ingestion, new Date())) throw new Problem('expired')
  const steps = await listSteps(ctx.db, id)
  // An upload whose bytes are arriving has none; a file that is to be fetched does.
  if (ingestion.state === 'receiving' && steps.length === 0) throw new Problem('not_found')
  return describe(ctx, ingestion, steps)
}

/** A principal's files, newest first. @throws Problem `invalid_request` for a cursor that is not ours */
export async function listIngestions(
  ctx: Context,
  owner: Owner,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ ingestions: UntranslatedItem[]; next_cursor: string | null }> {
  const after = cursor === undefined ? null : readCursor(cursor)
  const rows = await listOwnIngestions(ctx.db, owner, { kind: 'file', limit: limit + 1, after })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const steps = await listStepsByIngestion(
    ctx.db,
    shown.map(({ id }) => id),
  )
  return {
    ingestions: shown.map((row) => describe(ctx, row, steps.get(row.id) ?? [])),
    next_cursor:
      rows.length > limit && last
        ? writeCursor({ createdAtMs: last.createdAt.getTime(), id: last.id })
        : null,
  }
}

function describe(ctx: Context, ingestion: Ingestion, steps: readonly Step[]): UntranslatedItem {
  return itemOf(ingestion, steps, ctx.config.limits)
}
