import { confirmWithdrawal, listWithdrawalOffers } from '@equerre/contract/billing'
import { mount } from '@equerre/platform/http'
import express, { type Router } from 'express'
import type { Context } from '../context.ts'
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
      return { body: await withdraw(ctx, { userId, purchaseId, declarant: { name, email } }) }
    },
  })
}
