import { Problem } from '@equerre/contract/problems'
import type { Context } from '../context.ts'
import { canonicalRequest, keyScope } from '../core/idempotency.ts'
import { claimKey, completeKey } from '../store/idempotency.ts'
import { readBalance, topUp } from '../store/wallet.ts'
import { sha256 } from './hash.ts'

type TopUp = { readonly credits: number; readonly added: number }

/**
 * Adds the free credits, once per wallet; a larger amount is cut.
 * @throws Problem `free_topup_used`, `idempotency_mismatch`
 */
export async function takeFreeCredits(
  ctx: Context,
  request: { principalId: string; amount: number; idempotencyKey: string | undefined },
): Promise<{ answer: TopUp; replayed: boolean }> {
  const { principalId } = request
  const amount = Math.min(request.amount, ctx.config.limits.freeTopUpCredits)
  const fingerprint = sha256(canonicalRequest('addCredits', { amount: request.amount }))
  const scope = keyScope(principalId, 'addCredits', request.idempotencyKey)
  return ctx.db.transaction().execute(async (tx) => {
    const earlier = scope && (await claimKey(tx, scope, fingerprint))
    if (earlier && !earlier.fingerprint?.equals(fingerprint)) throw new Problem('idempotency_mismatch')
    if (earlier?.answer) return { answer: earlier.answer as TopUp, replayed: true }
    const added = await topUp(tx, principalId, amount)
    if (added === 0) throw new Problem('free_topup_used')
    const answer = { credits: await readBalance(tx, principalId), added }
    if (scope) await completeKey(tx, scope, { fingerprint, answer })
    return { answer, replayed: false }
  })
}
