import { storageKeys } from '@equerre/contract/jobs'
import type { Context } from '../context.ts'
import { livingAmong } from '../store/ingestions.ts'
import { endTurn, keepTurn, lastTurn, takeTurn } from '../store/turns.ts'

/** Younger objects may belong to an upload or a step under way. */
const ageMinMs = 10 * 60_000
/** Files looked up in one query. */
const page = 1_000
const task = 'orphan sweep'

/**
 * Erases objects whose ingestion has no row, left by a gateway or worker that died at the wrong moment. It walks through the
 * whole storage, so one gateway does it for all.
 * @param pauseS between the end of one walk and the next
 * @returns when a gateway last came to the end
 */
export async function sweepOrphans(
  ctx: Context,
  { late, pauseS }: { late: AbortSignal; pauseS: number },
): Promise<Date> {
  const ended = AbortSignal.any([late, ctx.stopping.signal])
  if (await takeTurn(ctx.db, task, pauseS)) {
    for await (const ids of filesBefore(ctx, Date.now() - ageMinMs)) {
      // Whoever goes next begins again; what is erased is not found twice.
      if (ended.aborted) return lastTurn(ctx.db, task)
      await eraseOrphans(ctx, ids)
      await keepTurn(ctx.db, task)
    }
    await endTurn(ctx.db, task)
  }
  return lastTurn(ctx.db, task)
}

/** The files that objects stored before then belong to, a page at a time; the storage lists the objects of a file together. */
async function* filesBefore(ctx: Context, before: number): AsyncGenerator<string[]> {
  let ids: string[] = []
  for await (const { key, modifiedAt } of ctx.storage.list('ingestions/')) {
    const id = key.split('/')[1]
    if (id === undefined || modifiedAt.getTime() > before || id === ids.at(-1)) continue
    ids.push(id)
    if (ids.length < page) continue
    yield ids
    ids = []
  }
  if (ids.length > 0) yield ids
}

async function eraseOrphans(ctx: Context, ids: readonly string[]): Promise<void> {
  const living = await livingAmong(ctx.db, ids)
  const orphans = ids.filter((id) => !living.has(id))
  await ctx.storage.deletePrefixes(orphans.map((id) => storageKeys.prefix(id)))
}
