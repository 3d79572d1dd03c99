import { changeKey, createKey, listKeys, revokeKey, rotateKey } from '@equerre/contract/keys'
import { mount } from '@equerre/platform/http'
import express, { type Router } from 'express'
import type { Context } from '../context.ts'
import {
  changeNamedKey,
  createNamedKey,
  endNamedKey,
  readNamedKeys,
  rotateNamedKey,
} from '../flow/named-keys.ts'
import { principalOf } from './principal.ts'

export function mountNamedKeys(ctx: Context, router: Router): void {
  const json = express.json({ limit: '16kb' })
  mount(router, listKeys, {
    handle: async ({ response }) => ({ body: { keys: await readNamedKeys(ctx, principalOf(response.req)) } }),
  })
  mount(router, createKey, {
    before: [json],
    handle: async ({ body, response }) => ({
      body: await createNamedKey(ctx, principalOf(response.req), body),
    }),
  })
  mount(router, changeKey, {
    before: [json],
    handle: async ({ body, params, response }) => ({
      body: await changeNamedKey(ctx, principalOf(response.req), { id: params.id, change: body }),
    }),
  })
  mount(router, rotateKey, {
    handle: async ({ params, response }) => ({
      body: await rotateNamedKey(ctx, principalOf(response.req), params.id),
    }),
  })
  mount(router, revokeKey, {
    handle: async ({ params, response }) => {
      await endNamedKey(ctx, principalOf(response.req), params.id)
      return { body: { ok: true } }
    },
  })
}
