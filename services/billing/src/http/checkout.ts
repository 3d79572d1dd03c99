import { startCheckout } from '@equerre/contract/billing'
import { mount } from '@equerre/platform/http'
import type { Router } from 'express'
import type { Context } from '../context.ts'
import { startCheckout as start } from '../flow/start-checkout.ts'
import { siteOf, userOf } from './principal.ts'

export function mountCheckout(ctx: Context, router: Router): void {
  mount(router, startCheckout, {
    handle: async ({ params, query, response }) => {
      const idempotencyKey = response.req.get('Idempotency-Key')
      const [userId, site] = [userOf(response.req), siteOf(response.req)]
      const order = { userId, packId: params.packId, site, next: query.next, idempotencyKey }
      const { url, replayed } = await start(ctx, order)
      return { body: { url }, headers: replayed ? { 'Idempotent-Replayed': 'true' } : {} }
    },
  })
}
