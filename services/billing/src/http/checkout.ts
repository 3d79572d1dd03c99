import { startCheckout } from '@equerre/contract/billing'
import { mount } from '@equerre/platform/http'
import type { Router } from 'express'
import type { Context } from '../context.ts'
import { startCheckout as start } from '../flow/start-checkout.ts'
import { siteOf, userOf } from './principal.ts'

export function mountCheckout(ctx: Context, router: Router): void {
  mount(router, startCheckout, {
    handle: async ({ params, response }) => {
      const idempotencyKey = response.req.get('Idempotency-Key')
      const [userId, site] = [userOf(response.req), siteOf(response.req)]
      const { url, replayed } = await start(ctx, { userId, packId: params.packId, site, idempotencyKey })
      return { body: { url }, headers: replayed ? { 'Idempotent-Replayed': 'true' } : {} }
    },
  })
}
