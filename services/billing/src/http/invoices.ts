import { getInvoice } from '@equerre/contract/billing'
import { mount } from '@equerre/platform/http'
import type { Router } from 'express'
import type { Context } from '../context.ts'
import { readInvoice } from '../flow/read-invoice.ts'
import { userOf } from './principal.ts'

export function mountInvoices(ctx: Context, router: Router): void {
  mount(router, getInvoice, {
    handle: async ({ params, response }) => ({
      body: { url: await readInvoice(ctx, userOf(response.req), params.id) },
    }),
  })
}
