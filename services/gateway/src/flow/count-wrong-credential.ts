import { Problem } from '@equerre/contract/problems'
import type { Context } from '../context.ts'
import { widthOf } from '../core/fairness.ts'
import { originsOf } from '../core/network.ts'
import { turnedAway } from './turn-away.ts'

/**
 * Counts a key or session that does not exist. Only these count, so others behind the same address can go on with valid ones.
 * @throws Problem `rate_limited` once an address has sent too many within a minute
 */
export async function countWrongCredential(ctx: Context, address: string | undefined): Promise<void> {
  const networks = originsOf(address)
  const counted = await Promise.all(
    networks.map(async (name, i) => ({
      ...(await ctx.quotas.count('minute', `wrong ${name}`, 1)),
      max: ctx.config.limits.wrongCredentialsPerMinute * widthOf(networks, i),
    })),
  )
  const full = counted.filter(({ used, max }) => used > max)
  if (full.length === 0) return
  const retryAfterS = Math.max(...full.map(({ secondsLeft }) => secondsLeft))
  throw turnedAway('wrong credentials', 'guest', new Problem('wrong_credentials', {}, { retryAfterS }))
}
