import express from 'express'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StripeAccount } from './stripe/account.ts'
import { stripeApi } from './stripe/api.ts'
import { stripeControl } from './stripe/control.ts'
import { Deliveries } from './stripe/deliveries.ts'
import { checkoutPage } from './stripe/page.ts'

/** Billing's settings for payments at the stand-in or at Stripe itself. */
export type StripeVariables = {
  readonly STRIPE_SECRET_KEY: string
  readonly STRIPE_WEBHOOK_SECRET: string
  readonly STRIPE_API_URL?: string
}

export type StripeStandIn = {
  readonly url: string
  readonly variables: StripeVariables
  readonly stop: () => Promise<void>
}

/**
 * Stands in for Stripe over HTTP: the part of its API that we use, a page to pay on, and signed events for
 * the webhook. Its orders are lost when it stops.
 * @param webhookUrl the shop's address for signed events
 * @throws in production, where nobody may get credits for free
 */
export async function startStripeStandIn(webhookUrl: string): Promise<StripeStandIn> {
  if (process.env['NODE_ENV'] === 'production')
    throw new Error('production must use Stripe, not the stand-in')
  const secretKey = `sk_test_${randomBytes(16).toString('hex')}`
  const webhookSecret = `whsec_${randomBytes(16).toString('hex')}`
  const deliveries = new Deliveries(webhookUrl, webhookSecret)
  const account = new StripeAccount((event) => deliveries.add(event))

  const app = express().disable('x-powered-by').set('query parser', 'extended')
  const server = createServer(app)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  app.use('/v1', stripeApi(account, { secretKey, pageUrl: url }))
  app.use('/c/pay', checkoutPage(account, deliveries))
  app.use('/control', stripeControl(account, deliveries))
  return {
    url,
    variables: { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: url },
    stop: async () => {
      await deliveries.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
