import { guestCookieMaxAgeS } from '@equerre/contract/credits'
import { storageKeys } from '@equerre/contract/jobs'
import type { Context } from '../context.ts'
import { hasEnded } from '../core/step.ts'
import { deleteOldGifts } from '../store/gifts.ts'
import { deleteGuestsBefore } from '../store/guests.ts'
import { deleteOldKeys } from '../store/idempotency.ts'
import {
  deleteExpiredBefore,
  deleteIngestion,
  findIngestion,
  listSweepable,
  lockIngestion,
  markExpired,
} from '../store/ingestions.ts'
import { deleteSteps, listSteps } from '../store/steps.ts'
import { endAndSettle } from './end-step.ts'
import { withdrawSteps } from './withdraw-steps.ts'

/** An upload still receiving after this long is dead. */
const receivingMs = 10 * 60_000
/** How long the address of an erased file answers 410. */
const tombstoneMs = 30 * 24 * 3_600_000
const batch = 200

/**
 * Erases what has expired: files after their retention, broken-off uploads, old idempotency keys and gifts, and guests whose
 * cookie has expired.
 * @param late stops it between two files; the next turn goes on
 */
export async function sweep(ctx: Context, late: AbortSignal): Promise<void> {
  const ended = AbortSignal.any([late, ctx.stopping.signal])
  const now = new Date()
  const before = (ms: number) => new Date(now.getTime() - ms)
  for (let full = true; full;) {
    const due = await listSweepable(ctx.db, { receivingBefore: before(receivingMs), now, limit: batch })
    for (const { id, receiving } of due) {
      if (ended.aborted) return
      await (receiving ? forget(ctx, id) : expire(ctx, id))
    }
    full = due.length === batch
  }
  await deleteExpiredBefore(ctx.db, before(tombstoneMs))
  await deleteOldGifts(ctx.db)
  await deleteGuestsBefore(ctx.db, before(guestCookieMaxAgeS * 1_000))
  await deleteOldKeys(ctx.db, {
    before: before(ctx.config.limits.idempotencyHours * 3_600_000),
    abandonedBefore: before(receivingMs),
  })
}

/** Erases objects whose ingestion has no row, left by a gateway or worker that died at the wrong moment. */
export async function sweepOrphans(ctx: Context, late: AbortSignal): Promise<void> {
  const ended = AbortSignal.any([late, ctx.stopping.signal])
  const before = Date.now() - receivingMs
  const seen = new Map<string, boolean>()
  for await (const { key, modifiedAt } of ctx.storage.list('ingestions/')) {
    if (ended.aborted) return
    const id = key.split('/')[1]
    if (id === undefined || modifiedAt.getTime() > before || seen.has(id)) continue
    const ingestion = await findIngestion(ctx.db, id)
    const orphan = !ingestion || ingestion.state === 'expired'
    seen.set(id, orphan)
    if (orphan) await ctx.storage.deletePrefix(storageKeys.prefix(id))
  }
}

async function forget(ctx: Context, id: string): Promise<void> {
  await deleteIngestion(ctx.db, id)
  await ctx.storage.deletePrefix(storageKeys.prefix(id))
}

async function expire(ctx: Context, id: string): Promise<void> {
  const cancelled = await ctx.db.transaction().execute(async (tx) => {
    await lockIngestion(tx, id)
    const running = (await listSteps(tx, id)).filter((step) => !hasEnded(step.state))
    for (const step of running) await endAndSettle(tx, step.id, { state: 'cancelled' })
    await deleteSteps(tx, id)
    await markExpired(tx, id)
    return running
  })
  await withdrawSteps(ctx, cancelled)
  await ctx.storage.deletePrefix(storageKeys.prefix(id))
}
