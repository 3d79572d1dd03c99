import { deleteIngestion, getIngestion, listIngestions } from '@equerre/contract/ingestions'
import { tellLanguage } from '@equerre/platform/http'
import type { Router } from 'express'
import type { Context } from '../context.ts'
import { eraseIngestion } from '../flow/erase-ingestion.ts'
import { listIngestions as list, readIngestion } from '../flow/read-ingestions.ts'
import { open } from './door.ts'
import { localizeItem } from './localize-item.ts'
import { signedItem } from './signed-reply.ts'
import { ownerOf } from './visitor.ts'

export function mountIngestions(ctx: Context, router: Router): void {
  open(ctx, router, {
    endpoint: listIngestions,
    handle: async ({ query, visitor, response }) => {
      const language = tellLanguage(response)
      const { ingestions, next_cursor } = await list(ctx, ownerOf(visitor), query)
      const shown = ingestions.map((item) => localizeItem(signedItem(ctx, query, item), language))
      return { body: { ingestions: shown, next_cursor } }
    },
  })
  open(ctx, router, {
    endpoint: getIngestion,
    handle: async ({ params, query, visitor, response }) => {
      const item = await readIngestion(ctx, params.id, ownerOf(visitor))
      return { body: localizeItem(signedItem(ctx, query, item), tellLanguage(response)) }
    },
  })
  open(ctx, router, {
    endpoint: deleteIngestion,
    handle: async ({ params, visitor }) => {
      await eraseIngestion(ctx, params.id, ownerOf(visitor))
      return { body: { ok: true } }
    },
  })
}
