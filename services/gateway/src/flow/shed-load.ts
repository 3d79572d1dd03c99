import type { VisionQueue } from '@equerre/contract/jobs'
import { Problem } from '@equerre/contract/problems'
import type { Context } from '../context.ts'
import { rankIn, type Standing } from '../core/fairness.ts'
import { assertWorkQuota } from './free-quota.ts'
import { turnedAway } from './turn-away.ts'

/**
 * Turns work for a lane away that would come late anyway: guests first, then accounts that have bought nothing and test keys,
 * those who pay last. Whoever pays waits behind those who pay only, and is judged by them only; everybody else also by what
 * would go before: a crowd of one network does not make it late for another. A lane that has done enough long work for a
 * network is closed to it.
 * @throws Problem `rate_limited`
 */
export async function shedLoad(ctx: Context, standing: Standing, lane: VisionQueue): Promise<void> {
  await assertWorkQuota(ctx, standing, lane)
  const { tier } = standing
  if ((await waitMs(ctx, standing, lane)) <= maxWaitMs(ctx)[tier]) return
  throw turnedAway('late', tier, new Problem('service_busy', {}, { retryAfterS }))
}

const retryAfterS = 5

/** Nothing while Redis is away: then no lane is late, all of them stand still, and the rows wait. */
async function waitMs(ctx: Context, { tier, networks }: Standing, lane: VisionQueue): Promise<number> {
  try {
    const { paidMs, unpaid } = await ctx.cachedReads.lane(lane)
    if (tier === 'paying' || !unpaid || unpaid.ms <= paidMs) return paidMs
    const { inFlight } = await ctx.cachedReads.unpaidOf(networks[0])
    const rank = rankIn((share) => inFlight.get(share) ?? 0, { lane, networks })
    return rank >= unpaid.rank ? unpaid.ms : paidMs
  } catch (error) {
    ctx.log.warn({ err: error, lane }, 'lane could not be read')
    return 0
  }
}

function maxWaitMs({ config }: Context): Record<Standing['tier'], number> {
  const { guestQueueAgeSecondsMax, queueAgeSecondsMax, payingQueueAgeSecondsMax } = config.limits
  return {
    guest: guestQueueAgeSecondsMax * 1_000,
    account: queueAgeSecondsMax * 1_000,
    paying: payingQueueAgeSecondsMax * 1_000,
  }
}
