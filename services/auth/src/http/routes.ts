import { answerProblems, createApp, notFound, requireToken } from '@equerre/platform/http'
import { mountProbes } from '@equerre/platform/probes'
import type { Express } from 'express'
import type { Context } from '../context.ts'
import { partChecks } from '../flow/check-parts.ts'
import { mountAccount } from './account.ts'
import { mountApiKey } from './api-key.ts'
import { mountGoogleSignIn } from './google-sign-in.ts'
import { mountNamedKeys } from './named-keys.ts'
import { mountSession } from './session.ts'

/** The server behind the gateway: probes for anyone, the rest for holders of the internal token. */
export function createAuth(ctx: Context): Express {
  const app = createApp(ctx.log, { trustRequestId: true })
  mountProbes(app, () => partChecks(ctx))
  app.use(requireToken(ctx.config.INTERNAL_TOKEN))
  mountGoogleSignIn(ctx, app)
  mountSession(ctx, app)
  mountApiKey(ctx, app)
  mountNamedKeys(ctx, app)
  mountAccount(ctx, app)
  app.use(notFound)
  app.use(answerProblems(ctx.log))
  return app
}
