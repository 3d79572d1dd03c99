import { getMe } from '@equerre/contract/identity'
import { mount } from '@equerre/platform/http'
import type { Router } from 'express'
import type { Context } from '../context.ts'
import { readAccount } from '../flow/read-account.ts'
import { principalOf } from './principal.ts'

export function mountAccount(ctx: Context, router: Router): void {
  mount(router, getMe, {
    handle: async ({ response }) => ({ body: await readAccount(ctx, principalOf(response.req)) }),
  })
}
