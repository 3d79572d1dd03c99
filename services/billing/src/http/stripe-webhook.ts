import { receiveStripeEvent } from '@equerre/contract/billing'
import { mount } from '@equerre/platform/http'
import express, { type Router } from 'express'
import type { Context } from '../context.ts'
import { receiveEvent } from '../flow/receive-event.ts'

/** Larger than any Stripe event. */
const bytesMax = '1mb'

export function mountStripeWebhook(ctx: Context, router: Router): void {
  mount(router, receiveStripeEvent, {
    // The signature covers the raw bytes, so no parser may touch them, whatever the content type.
    before: [express.raw({ type: () => true, limit: bytesMax })],
    handle: async ({ body, response }) => {
      await receiveEvent(ctx, body, response.req.get('Stripe-Signature') ?? '')
      return { body: { received: true } }
    },
  })
}
