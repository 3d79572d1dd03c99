import type { Router } from 'express'
import type { Context } from '../context.ts'

/** For internal monitoring: what the checks of the ledger have found. Never proxied. */
export function mountLedger(ctx: Context, router: Router): void {
  router.get('/internal/ledger', (_request, response) => {
    const check = ctx.lastCheck.current
    response.set('Cache-Control', 'no-store').json({
      checked_at: check?.checkedAt?.toISOString() ?? null,
      ledger_invariant_violations: check?.total ?? null,
      violations: check?.violations ?? {},
    })
  })
}
