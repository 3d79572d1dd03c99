import type { getCreditHistory } from '@equerre/contract/credits'
import type { ReplyOf } from '@equerre/contract/endpoint'
import type { Context } from '../context.ts'
import { findStepFiles } from '../store/steps.ts'
import { readDebt, readHistory as readLines } from '../store/wallet.ts'

/** A principal's credit movements, newest first. The ledger only has ids, so files are named while they are kept. */
export async function readHistory(
  ctx: Context,
  principalId: string,
  { limit, cursor }: { limit: number; cursor?: number | undefined },
): Promise<ReplyOf<typeof getCreditHistory>> {
  const rows = await readLines(ctx.db, principalId, { before: cursor ?? null, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const files = await findStepFiles(
    ctx.db,
    principalId,
    shown.flatMap(({ stepId }) => stepId ?? []),
  )
  return {
    lines: shown.map(({ stepId, at, ...line }) => ({
      ...line,
      at: at.toISOString(),
      file: (stepId !== null && files.get(stepId)) || null,
    })),
    next_cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    owed: await readDebt(ctx.db, principalId),
  }
}
