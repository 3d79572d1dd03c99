import { answerProblems, createApp, notFound } from '@equerre/platform/http'
import { mountProbes } from '@equerre/platform/probes'
import { Router, type Express, type RequestHandler } from 'express'
import helmet from 'helmet'
import type { Context } from '../context.ts'
import { degradingChecks, partChecks } from '../flow/check-parts.ts'
import { mountAssemblies } from './assemblies.ts'
import { mountArtifacts } from './artifacts.ts'
import { mountBatches } from './batches.ts'
import { mountCredits } from './credits.ts'
import { mountDetect } from './detect.ts'
import { mountExport } from './export.ts'
import { mountIngest } from './ingest.ts'
import { mountIngestions } from './ingestions.ts'
import { mountJobs } from './jobs.ts'
import { mountKeyUsage } from './key-usage.ts'
import { mountLimits } from './limits.ts'
import { mountOneShot } from './one-shot.ts'
import { mountPage, onlyBelowApi } from './page.ts'
import { mountProxies } from './proxy.ts'
import { refuseOtherMethods } from './other-methods.ts'
import { mountRectify } from './rectify.ts'
import { mountWebhooks } from './webhooks.ts'

/** The whole public HTTP interface. */
export function createGateway(ctx: Context): Express {
  const app = createApp(ctx.log, { trustRequestId: false })
  app.set('trust proxy', ctx.config.TRUST_PROXY)
  app.use(securityHeaders(ctx), denyPowers)
  app.use('/api', onlyBelowApi(createApi(ctx)))
  mountPage(ctx, app)
  app.use(notFound)
  app.use(answerProblems(ctx.log))
  return app
}

function createApi(ctx: Context): Router {
  const api = Router()
  const degrading = degradingChecks(ctx)
  mountProbes(
    api,
    () => partChecks(ctx),
    () => degrading,
  )
  mountLimits(ctx, api)
  mountCredits(ctx, api)
  mountIngest(ctx, api)
  mountDetect(ctx, api)
  mountRectify(ctx, api)
  mountOneShot(ctx, api)
  mountJobs(ctx, api)
  mountIngestions(ctx, api)
  mountAssemblies(ctx, api)
  mountBatches(ctx, api)
  mountArtifacts(ctx, api)
  mountExport(ctx, api)
  mountWebhooks(ctx, api)
  mountKeyUsage(ctx, api)
  mountProxies(ctx, api)
  refuseOtherMethods(api)
  api.use(notFound)
  return api
}

/** Browser features our page never uses; taking a photograph goes through a file field, which needs no permission. */
const deniedPowers =
  'accelerometer camera display-capture encrypted-media geolocation gyroscope hid idle-detection magnetometer microphone midi payment publickey-credentials-get screen-wake-lock serial usb xr-spatial-tracking'

const denyPowers: RequestHandler = (_request, response, next) => {
  response.set('Permissions-Policy', deniedPowers.replaceAll(/\S+/g, '$&=()').replaceAll(' ', ', '))
  next()
}

function securityHeaders(ctx: Context) {
  const production = ctx.config.NODE_ENV === 'production'
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'img-src': ["'self'", 'blob:', 'data:'],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    strictTransportSecurity: production && { maxAge: 31_536_000, includeSubDomains: true },
    referrerPolicy: { policy: 'same-origin' },
  })
}
