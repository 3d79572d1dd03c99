import { deleteIngestion, getIngestion, listIngestions } from '@equerre/contract/detourage'
import type { Router } from 'express'
import type { Context } from '../context.ts'
import { eraseIngestion } from '../flow/erase-ingestion.ts'
import { listIngestions as list, readIngestion } from '../flow/read-ingestions.ts'
import { open } from './door.ts'
import { ownerOf } from './visitor.ts'

export function mountIngestions(ctx: Context, router: Router): void {
  open(ctx, router, {
    endpoint: listIngestions,
    handle: async ({ query, visitor }) => ({ body: await list(ctx, ownerOf(visitor), query) }),
  })
  open(ctx, router, {
    endpoint: getIngestion,
    handle: async ({ params, visitor }) => ({
      body: await readIngestion(ctx, params.id, ownerOf(visitor)),
    }),
  })
  open(ctx, router, {
    endpoint: deleteIngestion,
    handle: async ({ params, visitor }) => {
      await eraseIngestion(ctx, params.id, ownerOf(visitor))
      return { body: { ok: true } }
    },
  })
}
