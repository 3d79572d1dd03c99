import { getLimits, limitTable, type LimitName } from '@equerre/contract/limits'
import { openApiDocument } from '@equerre/contract/openapi'
import { mount } from '@equerre/platform/http'
import type { Router } from 'express'
import type { Context } from '../context.ts'

/** What a client may want to know before it calls: the limits in force, and the whole contract. */
export function mountLimits(ctx: Context, router: Router): void {
  const limits = Object.entries(limitTable).map(([name, { unit, label }]) => ({
    name,
    value: ctx.config.limits[name as LimitName],
    unit,
    label,
  }))
  mount(router, getLimits, { handle: async () => ({ body: { limits } }) })
  const document = openApiDocument()
  router.get('/openapi.json', (_request, response) => {
    response.json(document)
  })
}
