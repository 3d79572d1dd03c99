import { Problem } from '@equerre/contract/problems'
import type { Room } from '@equerre/platform/byte-budget'
import type { Context } from '../context.ts'
import { networksToCount, widthOf, type Standing } from '../core/fairness.ts'
import { turnedAway } from './turn-away.ts'

/** Of all uploads of a process, those who pay nothing have so many: one more is always there for a customer. */
const unpaidShare = 0.8
/** What a network may have of the places that are still free, so that there is always one for whoever comes from elsewhere. */
const networkShare = 0.25
const everywhere = 'everybody'

/**
 * Takes a place for an upload before a byte of it is read: of its principal, of each network that it comes from when nothing
 * is paid, and of this process.
 * @returns how to give it back
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
 * Opens what an upload may hold of the memory of this process, all uploads of a network that pays nothing together.
 * @param end called when it holds others up
 */
export function openRoom(ctx: Context, standing: Standing, end: () => void): Room {
  return ctx.storage.room(end, networksToCount(standing)?.[0])
}
