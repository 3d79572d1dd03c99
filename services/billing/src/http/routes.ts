import { answerProblems, createApp, notFound, requireToken } from '@equerre/platform/http'
import { mountProbes } from '@equerre/platform/probes'
import type { Express } from 'express'
import type { Context } from '../context.ts'
import { partChecks } from '../flow/check-parts.ts'
import { mountCheckout } from './checkout.ts'
import { mountInvoices } from './invoices.ts'
import { mountLedger } from './ledger.ts'
import { mountStripeWebhook } from './stripe-webhook.ts'
import { mountWithdrawals } from './withdrawals.ts'

/** The server behind the gateway: probes for anyone, the rest for holders of the internal token. */
export function createBilling(ctx: Context): Express {
  const app = createApp(ctx.log, { trustRequestId: true })
  mountProbes(app, () => partChecks(ctx))
  app.use(requireToken(ctx.config.INTERNAL_TOKEN))
  mountCheckout(ctx, app)
  mountStripeWebhook(ctx, app)
  mountWithdrawals(ctx, app)
  mountInvoices(ctx, app)
  mountLedger(ctx, app)
  app.use(notFound)
  app.use(answerProblems(ctx.log))
  return app
}
