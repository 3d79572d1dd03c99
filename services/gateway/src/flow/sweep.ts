import { guestCookieMaxAgeS } from '@equerre/contract/credits'
import type { Context } from '../context.ts'
import { deleteBatchesBefore } from '../store/batches.ts'
import { deleteOldGifts } from '../store/gifts.ts'
import { deleteGuestsBefore } from '../store/guests.ts'
import { deleteOldKeys } from '../store/idempotency.ts'
import { deleteOldKeyUsage } from '../store/key-usage.ts'
import { deleteTombstonesBefore, lockBrokenOff, lockExpired } from '../store/ingestions.ts'
import { deleteEventsBefore, failBeyond, releaseHeld } from '../store/webhook-deliveries.ts'
import { deleteTurnsBefore } from '../store/webhook-turns.ts'
import { endAll, eraseRemembered } from './end-files.ts'

/** A claim whose upload has not ended after this long is abandoned. */
const claimMs = 10 * 60_000
/** How long the address of an erased file answers 410. */
const tombstoneMs = 30 * 24 * 3_600_000
/** A turn ends by itself before it counts as late; the next one goes on. */
const turnMs = 4 * 60_000
/** Batches under way at once: while one waits for the storage, another is listed. */
const lanes = 3

/**
 * Erases what has expired: old idempotency keys, gifts and usage of API keys, guests whose cookie has expired, files after
 * their retention, broken-off uploads, the log of webhooks.
 * @param late stops it between two batches; the next turn goes on
 */
export async function sweep(ctx: Context, late: AbortSignal): Promise<void> {
  const until = AbortSignal.any([late, ctx.stopping.signal, AbortSignal.timeout(turnMs)])
  await forget(ctx)
  await inLanes(() => endAll(ctx, { lock: lockExpired, leave: 'tombstone', until }))
  await endAll(ctx, { lock: lockBrokenOff, leave: 'nothing', until })
  // Last, so that what cannot be erased, or takes long, holds up nothing else.
  await inLanes(() => eraseRemembered(ctx, until))
  await forgetEvents(ctx)
}

/** Each takes batches that the others do not have. */
async function inLanes(work: () => Promise<unknown>): Promise<void> {
  const endings = await Promise.allSettled(Array.from({ length: lanes }, work))
  const failed = endings.find((ending) => ending.status === 'rejected')
  if (failed) throw failed.reason
}

/** Deletes rows that have no objects. */
async function forget({ db, config }: Context): Promise<void> {
  const before = (ms: number) => new Date(Date.now() - ms)
  await deleteTombstonesBefore(db, before(tombstoneMs))
  await deleteOldGifts(db)
  // The last of its files was accepted before that, and is kept for as long.
  await deleteBatchesBefore(db, before(config.limits.retentionHours * 3_600_000))
  await deleteOldKeyUsage(db, config.limits.keyUsageDays)
  await deleteGuestsBefore(db, before(guestCookieMaxAgeS * 1_000))
  await deleteOldKeys(db, {
    before: before(config.limits.idempotencyHours * 3_600_000),
    abandonedBefore: before(claimMs),
  })
}

async function forgetEvents({ db, config: { limits } }: Context): Promise<void> {
  const before = new Date(Date.now() - limits.webhookLogDays * 24 * 3_600_000)
  await deleteEventsBefore(db, before)
  await deleteTurnsBefore(db, before)
  await failBeyond(db, limits.webhookPendingMax)
  await releaseHeld(db)
}
