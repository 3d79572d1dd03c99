import { Problem } from '@equerre/contract/problems'
import type { Room } from '@equerre/platform/byte-budget'
import type { Context } from '../context.ts'
import { networksToCount, widthOf, type Standing } from '../core/fairness.ts'
import { turnedAway } from './turn-away.ts'

/** Share of a process's upload places for those who pay nothing, so that there is always one left for a customer. */
const unpaidShare = 0.8
/** A network's share of the places still free, so that there is always one left for others. */
const networkShare = 0.25
const everywhere = 'everybody'

/**
 * Takes a place for an upload before a byte of it is read: with its principal, with each of its networks if it does not pay,
 * and in this process.
 * @returns a function to free it
 * @throws Problem `rate_limited`, `unavailable`
 */
export function openUpload(ctx: Context, ownerId: string, { tier, networks }: Standing): () => void {
  const { openUploadsMax, openUploadsPerUserMax, unpaidOpenUploadsMax } = ctx.config.limits
  const everybody = tier === 'paying' ? openUploadsMax : Math.floor(openUploadsMax * unpaidShare)
  const free = everybody - ctx.openUploads.count(everywhere)
  const widestMax = Math.max(1, Math.ceil(networkShare * free))
  const maxOf = (i: number) =>
    Math.min(unpaidOpenUploadsMax * widthOf(networks, i), i === 0 ? widestMax : Infinity)
  const own = [
    { name: ownerId, max: openUploadsPerUserMax },
    ...(tier === 'paying' ? [] : networks.map((name, i) => ({ name, max: maxOf(i) }))),
  ]
  const releaseOwn = ctx.openUploads.enter(own)
  if (!releaseOwn) {
    throw turnedAway('open uploads', tier, new Problem('uploads_at_once', {}, { retryAfterS: 5 }))
  }
  const releaseAll = ctx.openUploads.enter([{ name: everywhere, max: everybody }])
  if (!releaseAll) {
    releaseOwn()
    throw turnedAway('open uploads', tier, new Problem('uploads_full', {}, { retryAfterS: 60 }))
  }
  return () => {
    releaseOwn()
    releaseAll()
  }
}

/**
 * Opens an upload's share of this process's memory; all uploads of a network that does not pay share one.
 * @param end called when the upload holds up others
 */
export function openRoom(ctx: Context, standing: Standing, end: () => void): Room {
  return ctx.storage.room(end, networksToCount(standing)?.[0])
}
