import type { Router } from 'express'
import packageFacts from '../../../../package.json' with { type: 'json' }
import type { Context } from '../context.ts'
import { missingParts } from '../flow/check-ready.ts'

const { version } = packageFacts

/** `healthz` touches nothing, so that an outage elsewhere never restarts this process; `readyz` looks at everything. */
export function mountHealth(ctx: Context, router: Router): void {
  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok', version })
  })
  router.get('/readyz', async (_request, response) => {
    const missing = await missingParts(ctx)
    response
      .set('Cache-Control', 'no-store')
      .status(missing.length === 0 ? 200 : 503)
      .json({ status: missing.length === 0 ? 'ok' : 'unavailable', version, missing })
  })
}
