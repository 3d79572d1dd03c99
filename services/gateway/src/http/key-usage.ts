import { getKeyUsage } from '@equerre/contract/keys'
import type { Router } from 'express'
import type { Context } from '../context.ts'
import { readKeyUsage } from '../flow/read-key-usage.ts'
import { open } from './door.ts'

export function mountKeyUsage(ctx: Context, router: Router): void {
  open(ctx, router, {
    endpoint: getKeyUsage,
    handle: async ({ query, visitor }) => ({
      body: { usage: await readKeyUsage(ctx, { ownerId: visitor.principal.id, days: query.days }) },
    }),
  })
}
