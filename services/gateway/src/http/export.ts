import { exportMe } from '@equerre/contract/export'
import { tellLanguage } from '@equerre/platform/http'
import type { Router } from 'express'
import type { Context } from '../context.ts'
import { exportAccount } from '../flow/export-account.ts'
import { open } from './door.ts'
import { localizeItem } from './localize-item.ts'

const headers = { 'Content-Disposition': 'attachment; filename="equerre-export.json"' }

export function mountExport(ctx: Context, router: Router): void {
  open(ctx, router, {
    endpoint: exportMe,
    handle: async ({ visitor, response }) => {
      const language = tellLanguage(response)
      const { ingestions, ...others } = await exportAccount(ctx, visitor)
      return {
        body: { ...others, ingestions: ingestions.map((item) => localizeItem(item, language)) },
        headers,
      }
    },
  })
}
