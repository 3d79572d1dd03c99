import { deleteMe, getAccountRecord, getMe } from '@equerre/contract/identity'
import { mount } from '@equerre/platform/http'
import type { Router } from 'express'
import type { Context } from '../context.ts'
import { eraseAccount } from '../flow/erase-account.ts'
import { exportAccount, readAccount } from '../flow/read-account.ts'
import { setSession } from './cookies.ts'
import { principalOf } from './principal.ts'

export function mountAccount(ctx: Context, router: Router): void {
  mount(router, getMe, {
    handle: async ({ response }) => ({ body: await readAccount(ctx, principalOf(response.req)) }),
  })
  mount(router, getAccountRecord, {
    handle: async ({ response }) => ({ body: await exportAccount(ctx, principalOf(response.req)) }),
  })
  mount(router, deleteMe, {
    handle: async ({ response }) => {
      await eraseAccount(ctx, principalOf(response.req))
      setSession(response, null)
      return { body: { ok: true } }
    },
  })
}
