import { addCredits, getCreditHistory, getCredits } from '@equerre/contract/credits'
import { Problem } from '@equerre/contract/problems'
import type { Router } from 'express'
import type { Context } from '../context.ts'
import { readCredits } from '../flow/read-credits.ts'
import { readHistory } from '../flow/read-history.ts'
import { takeFreeCredits } from '../flow/top-up.ts'
import { open } from './door.ts'
import { mirrorCredits, type Visitor } from './visitor.ts'

/** A test key spends nothing, and so takes nothing (decision 10). */
function refuseTestKey({ test }: Visitor): void {
  if (test) throw new Problem('live_key_needed')
}

export function mountCredits(ctx: Context, router: Router): void {
  open(ctx, router, {
    endpoint: getCredits,
    handle: async ({ visitor, response }) => {
      const credits = await readCredits(ctx, visitor.principal.id)
      mirrorCredits(ctx, response, credits)
      return { body: { credits } }
    },
  })
  open(ctx, router, {
    endpoint: addCredits,
    refuse: refuseTestKey,
    handle: async ({ query, visitor, request, response }) => {
      const { idempotencyKey, principal } = visitor
      const { answer, replayed } = await takeFreeCredits(ctx, {
        principal,
        amount: query.amount,
        address: request.ip,
        idempotencyKey,
      })
      mirrorCredits(ctx, response, answer.credits)
      return { body: answer, headers: replayed ? { 'Idempotent-Replayed': 'true' } : {} }
    },
  })
  open(ctx, router, {
    endpoint: getCreditHistory,
    handle: async ({ query, visitor }) => ({ body: await readHistory(ctx, visitor.principal.id, query) }),
  })
}
