import { Problem } from '@equerre/contract/problems'
import type { Context } from '../context.ts'
import type { Standing } from '../core/fairness.ts'
import { countFreeStep } from './free-quota.ts'
import { turnedAway } from './turn-away.ts'

/**
 * Bounds how many steps one principal may let wait, and one network of those who pay nothing, whose steps are also counted. Called outside of any
 * transaction: it may need a connection of its own.
 * @throws Problem `rate_limited`
 */
export async function admitStep(ctx: Context, ownerId: string, standing: Standing): Promise<void> {
  const { tier, networks } = standing
  const { waitingStepsMax, unpaidWaitingStepsMax, unpaidWaitingPerNetworkMax } = ctx.config.limits
  const max = tier === 'paying' ? waitingStepsMax : Math.min(waitingStepsMax, unpaidWaitingStepsMax)
  const own = await ctx.looks.waitingOf(ownerId)
  if (own.count >= max) {
    const detail = `Plus de ${max} étapes attendent déjà : laissez-les finir.`
    throw turnedAway('waiting', tier, new Problem('rate_limited', detail, 5))
  }
  // Counted on until the next look.
  own.count++
  if (tier === 'paying') return
  const network = await ctx.looks.unpaidOf(networks[0])
  if (network.waiting >= unpaidWaitingPerNetworkMax) {
    const detail = 'Trop d’étapes attendent déjà depuis votre réseau : réessayez dans une minute.'
    throw turnedAway('waiting', tier, new Problem('rate_limited', detail, 60))
  }
  network.waiting++
  await countFreeStep(ctx, ownerId, standing)
}
