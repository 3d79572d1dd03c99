import { getApiKey, rotateApiKey } from '@equerre/contract/identity'
import { mount } from '@equerre/platform/http'
import type { Router } from 'express'
import type { Context } from '../context.ts'
import { readKeys } from '../flow/read-keys.ts'
import { rotateKey } from '../flow/rotate-key.ts'
import { principalOf } from './principal.ts'

export function mountApiKey(ctx: Context, router: Router): void {
  mount(router, getApiKey, {
    handle: async ({ response }) => ({ body: await readKeys(ctx, principalOf(response.req)) }),
  })
  mount(router, rotateApiKey, {
    handle: async ({ query, response }) => ({
      body: await rotateKey(ctx, principalOf(response.req), query.kind),
    }),
  })
}
