import { logout } from '@equerre/contract/identity'
import { mount } from '@equerre/platform/http'
import type { Router } from 'express'
import type { Context } from '../context.ts'
import { signOut } from '../flow/sign-out.ts'
import { cookiesOf, setSession } from './cookies.ts'

export function mountSession(ctx: Context, router: Router): void {
  mount(router, logout, {
    handle: async ({ response }) => {
      await signOut(ctx, cookiesOf(response.req).session)
      setSession(response, null)
      return { body: { ok: true } }
    },
  })
}
