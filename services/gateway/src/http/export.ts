import { exportMe } from '@equerre/contract/export'
import type { Router } from 'express'
import type { Context } from '../context.ts'
import { exportAccount } from '../flow/export-account.ts'
import { open } from './door.ts'

const headers = { 'Content-Disposition': 'attachment; filename="equerre-export.json"' }

export function mountExport(ctx: Context, router: Router): void {
  open(ctx, router, {
    endpoint: exportMe,
    handle: async ({ visitor }) => ({ body: await exportAccount(ctx, visitor), headers }),
  })
}
