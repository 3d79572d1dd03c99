import type { Principal } from '@equerre/contract/identity'
import { Problem } from '@equerre/contract/problems'
import type { Context } from '../context.ts'
import { canonicalRequest, keyScope } from '../core/idempotency.ts'
import { claimKey, completeKey } from '../store/idempotency.ts'
import { readBalance, topUp } from '../store/wallet.ts'
import { claimGift } from './claim-gift.ts'
import { sha256 } from '@equerre/platform/sha256'
import { holdOwner } from './hold-owner.ts'

type TopUp = { readonly credits: number; readonly added: number }

/** `address`: as far as the proxies in front are trusted. `amount`: everything available when absent. */
type Request = {
  readonly principal: Principal
  readonly amount: number | undefined
  readonly address: string | undefined
  readonly idempotencyKey: string | undefined
}

/**
 * Adds the free credits, once per wallet and while its network may still receive some; larger amounts are reduced.
 * @throws Problem `free_topup_used`, `free_credits_exhausted`, `idempotency_mismatch`
 */
export async function takeFreeCredits(
  ctx: Context,
  request: Request,
): Promise<{ answer: TopUp; replayed: boolean }> {
  const { principal, address } = request
  const { id: principalId } = principal
  const { freeTopUpCredits } = ctx.config.limits
  const asked = request.amount ?? freeTopUpCredits
  const fingerprint = sha256(canonicalRequest('addCredits', { amount: asked }))
  const scope = keyScope({ id: principalId, test: false }, 'addCredits', request.idempotencyKey)
  return ctx.db.transaction().execute(async (tx) => {
    await holdOwner(tx, principal)
    const earlier = scope && (await claimKey(tx, scope, fingerprint))
    if (earlier && !earlier.fingerprint?.equals(fingerprint)) throw new Problem('idempotency_mismatch')
    if (earlier?.answer) return { answer: earlier.answer as TopUp, replayed: true }
    const added = await topUp(tx, principalId, Math.min(asked, freeTopUpCredits))
    if (added === 0) throw new Problem('free_topup_used')
    // After the wallet, so that one that has had its share is told so; a refusal here rolls the transaction back.
    if (!(await claimGift(ctx, tx, { principalId, address }))) throw new Problem('free_credits_exhausted')
    const answer = { credits: await readBalance(tx, principalId), added }
    if (scope) await completeKey(tx, scope, { fingerprint, answer })
    return { answer, replayed: false }
  })
}
