import { Problem } from '@equerre/contract/problems'
import type { Context } from '../context.ts'
import { widthOf } from '../core/fairness.ts'
import { originsOf } from '../core/network.ts'
import { turnedAway } from './turn-away.ts'

/**
 * Counts a key or a session that is nobody's. Only these count: whoever else is behind the same address goes on with a right one.
 * @throws Problem `rate_limited` once an address has guessed too often in a minute
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
