import { Problem } from '@equerre/contract/problems'
import type { Context } from '../context.ts'
import type { Lane } from '../core/lanes.ts'
import { networksToCount, rankIn, type Networks, type Standing } from '../core/fairness.ts'
import { assertWorkQuota } from './count-free-work.ts'
import { turnedAway } from './turn-away.ts'

/**
 * Refuses work that a lane would do too late anyway: guests first, then accounts that have bought nothing and test keys, paying
 * customers last. Customers wait only behind customers and are judged by those alone; everybody else also by what would go
 * before them, so that one crowded network does not make the lane late for another. A network that has used up its quota of
 * long work is refused too.
 * @throws Problem `rate_limited`
 */
export async function shedLoad(ctx: Context, standing: Standing, lane: Lane): Promise<void> {
  await assertWorkQuota(ctx, standing, lane)
  const { tier } = standing
  if ((await laneWaitMs(ctx, networksToCount(standing), lane)) <= maxWaitMs(ctx)[tier]) return
  throw turnedAway('late', tier, new Problem('service_busy', {}, { retryAfterS }))
}

const retryAfterS = 5

/**
 * How long the step that would go next has waited in a lane: of a customer's, or of the networks'. 0 while Redis is down: every
 * lane is then stopped rather than late, and its rows wait.
 */
export async function laneWaitMs(ctx: Context, networks: Networks | null, lane: Lane): Promise<number> {
  try {
    const { paidMs, unpaid } = await ctx.cachedReads.lane(lane)
    if (!networks || !unpaid || unpaid.ms <= paidMs) return paidMs
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
