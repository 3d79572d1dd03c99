import type { Router } from 'express'
import packageFacts from '../../../../package.json' with { type: 'json' }
import type { Context } from '../context.ts'
import { isReady } from '../flow/check-ready.ts'

const { version } = packageFacts

/** `healthz` touches nothing, so that an outage of Postgres never restarts this process. */
export function mountHealth(ctx: Context, router: Router): void {
  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok', version })
  })
  router.get('/readyz', async (_request, response) => {
    const ready = await isReady(ctx)
    response
      .set('Cache-Control', 'no-store')
      .status(ready ? 200 : 503)
      .json({ status: ready ? 'ok' : 'unavailable', version })
  })
}
