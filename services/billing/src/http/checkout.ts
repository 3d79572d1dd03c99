import { startCheckout } from '@equerre/contract/billing'
import { readAddress } from '@equerre/contract/language'
import { packOf } from '@equerre/contract/packs'
import { mount } from '@equerre/platform/http'
import { billingWordsIn } from '@equerre/words/billing-by-language'
import type { Router } from 'express'
import type { Context } from '../context.ts'
import { startCheckout as start } from '../flow/start-checkout.ts'
import { siteOf, userOf } from './principal.ts'

export function mountCheckout(ctx: Context, router: Router): void {
  mount(router, startCheckout, {
    handle: async ({ params, query, response }) => {
      const idempotencyKey = response.req.get('Idempotency-Key')
      const [userId, site] = [userOf(response.req), siteOf(response.req)]
      const [{ packId }, { next }] = [params, query]
      const words = billingWordsIn(readAddress(next).language)
      const productName = words.productName(packOf(packId).credits)
      const { url, replayed } = await start(ctx, { userId, packId, site, next, productName, idempotencyKey })
      return { body: { url }, headers: replayed ? { 'Idempotent-Replayed': 'true' } : {} }
    },
  })
}
