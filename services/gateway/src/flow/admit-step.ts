import { Problem } from '@equerre/contract/problems'
import type { Context } from '../context.ts'
import type { Standing } from '../core/fairness.ts'
import { countFreeStep } from './count-free-work.ts'
import { turnedAway } from './turn-away.ts'

/**
 * Limits how many steps may wait per principal and per network that does not pay; steps of the latter also count against the
 * free quota. Called outside of transactions, since it may need a connection of its own.
 * @throws Problem `rate_limited`
 */
export async function admitStep(ctx: Context, ownerId: string, standing: Standing): Promise<void> {
  const { tier, networks } = standing
  const { waitingStepsMax, unpaidWaitingStepsMax, unpaidWaitingPerNetworkMax } = ctx.config.limits
  const max = tier === 'paying' ? waitingStepsMax : Math.min(waitingStepsMax, unpaidWaitingStepsMax)
  const own = await ctx.cachedReads.openOf(ownerId)
  if (own.waiting >= max) {
    throw turnedAway('waiting', tier, new Problem('steps_waiting', { most: max }, { retryAfterS: 5 }))
  }
  // Counted here until the next read.
  own.waiting++
  if (tier === 'paying') return
  const network = await ctx.cachedReads.unpaidOf(networks[0])
  if (network.waiting >= unpaidWaitingPerNetworkMax) {
    throw turnedAway('waiting', tier, new Problem('steps_waiting_in_network', {}, { retryAfterS: 60 }))
  }
  network.waiting++
  await countFreeStep(ctx, ownerId, standing)
}
