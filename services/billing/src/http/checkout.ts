import { startCheckout } from '@equerre/contract/billing'
import { mount } from '@equerre/platform/http'
import type { Router } from 'express'
import type { Context } from '../context.ts'
import { startCheckout as start } from '../flow/start-checkout.ts'
import { userOf } from './principal.ts'

export function mountCheckout(ctx: Context, router: Router): void {
  mount(router, startCheckout, {
    handle: async ({ params, response }) => {
      const idempotencyKey = response.req.get('Idempotency-Key')
      const { packId } = params
      const { url, replayed } = await start(ctx, { userId: userOf(response.req), packId, idempotencyKey })
      return { body: { url }, headers: replayed ? { 'Idempotent-Replayed': 'true' } : {} }
    },
  })
}
