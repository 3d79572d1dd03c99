import { answerProblems, createApp, notFound, requireToken } from '@equerre/platform/http'
import type { Express } from 'express'
import type { Context } from '../context.ts'
import { mountHealth } from './health.ts'

/** The door behind the gateway: probes for anyone, the rest for whoever holds the inner token. */
export function createBilling(ctx: Context): Express {
  const app = createApp(ctx.log, { trustRequestId: true })
  mountHealth(ctx, app)
  app.use(requireToken(ctx.config.INTERNAL_TOKEN))
  app.use(notFound)
  app.use(answerProblems(ctx.log))
  return app
}
