import {
  confirmWithdrawal,
  listWithdrawalOffers,
  type Withdrawal as Acknowledged,
} from '@equerre/contract/billing'
import { mount, tellLanguage } from '@equerre/platform/http'
import { billingWordsIn } from '@equerre/words/billing-by-language'
import type { BillingWords } from '@equerre/words/billing-words'
import express, { type Router } from 'express'
import type { Context } from '../context.ts'
import type { Purchase } from '../core/payment.ts'
import type { Withdrawal } from '../core/withdrawal.ts'
import { listOffers, withdraw } from '../flow/withdraw.ts'
import { userOf } from './principal.ts'

export function mountWithdrawals(ctx: Context, router: Router): void {
  mount(router, listWithdrawalOffers, {
    handle: async ({ response }) => ({ body: { offers: await listOffers(ctx, userOf(response.req)) } }),
  })
  mount(router, confirmWithdrawal, {
    before: [express.json({ limit: '16kb' })],
    handle: async ({ body, response }) => {
      const { purchase_id: purchaseId, name, email } = body
      const userId = userOf(response.req)
      const { withdrawal, purchase } = await withdraw(ctx, { userId, purchaseId })
      const words = billingWordsIn(tellLanguage(response))
      return { body: acknowledge(words, withdrawal, { purchase, name, email }) }
    },
  })
}

function acknowledge(
  words: BillingWords,
  { id, declaredAtMs, credits, refundCents }: Withdrawal,
  { purchase, name, email }: { purchase: Purchase; name: string; email: string },
): Acknowledged {
  return {
    withdrawal_id: id,
    declared_at: new Date(declaredAtMs).toISOString(),
    credits,
    refund_cents: refundCents,
    acknowledgement: words.acknowledgement({
      withdrawalId: id,
      declaredAtMs,
      name,
      email,
      purchaseId: purchase.id,
      paidAtMs: purchase.paidAtMs ?? declaredAtMs,
      credits: purchase.credits,
      priceCents: purchase.amountCents,
      unusedCredits: credits,
      refundCents,
    }),
    file_name: words.acknowledgementFile(id),
  }
}
