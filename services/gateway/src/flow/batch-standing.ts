import type { Context } from '../context.ts'
import type { BatchRow } from '../core/batch.ts'
import type { Standing } from '../core/fairness.ts'

/** As a call with the batch's key would have it now: whoever buys credits meanwhile goes on as a customer. */
export async function standingOf(ctx: Context, { owner, networks }: BatchRow): Promise<Standing> {
  const customer = owner.test ? null : await ctx.cachedReads.customer(owner.id)
  return { tier: customer?.paying ? 'paying' : 'account', networks }
}
