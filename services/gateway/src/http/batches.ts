import { cancelBatch, createBatch, getBatch, getBatchResults, resultTypes } from '@equerre/contract/batches'
import { Readable } from 'node:stream'
import type { Router } from 'express'
import type { Context } from '../context.ts'
import { acceptBatch, assertAccount } from '../flow/accept-batch.ts'
import { cancelBatch as cancel } from '../flow/cancel-batch.ts'
import { eachPage, ownBatch, readBatch, readItems } from '../flow/read-batch.ts'
import { zipBatch } from '../flow/zip-batch.ts'
import { open } from './door.ts'
import { sendStream } from './send-stream.ts'
import { uploaderOf } from './uploaded-file.ts'
import { ownerOf, type Visitor } from './visitor.ts'

export function mountBatches(ctx: Context, router: Router): void {
  open(ctx, router, {
    endpoint: createBatch,
    refuse: ({ principal }) => assertAccount(principal),
    handle: async ({ visitor, body }) => {
      const { batch, location, replayed } = await acceptBatch(ctx, uploaderOf(visitor), body)
      const headers = { Location: location, ...(replayed && { 'Idempotent-Replayed': 'true' }) }
      return { status: 202, headers, body: batch }
    },
  })
  open(ctx, router, {
    endpoint: getBatch,
    handle: async (visit) => ({ body: await readBatch(ctx, named(visit), visit.query.sign_for) }),
  })
  open(ctx, router, {
    endpoint: cancelBatch,
    handle: async (visit) => ({ body: await cancel(ctx, named(visit)) }),
  })
  mountResults(ctx, router)
}

function mountResults(ctx: Context, router: Router): void {
  open(ctx, router, {
    endpoint: getBatchResults,
    handle: async (visit) => {
      const { request, response, query } = visit
      const { cursor: from = 0, limit, sign_for: signSeconds } = query
      const batch = await ownBatch(ctx, named(visit))
      const { id } = batch
      const json = 'application/json'
      const { lines, zip } = resultTypes
      response.vary('Accept')
      const best = request.accepts([json, lines, zip]) || json
      const sent = {
        [lines]: { type: lines, open: () => Readable.from(textOf(eachPage(ctx, id, signSeconds))) },
        [zip]: { type: zip, name: `${id}.zip`, open: () => zipBatch(ctx, batch) },
      }
      if (best === lines || best === zip) return { send: () => sendStream(sent[best], response) }
      const items = await readItems(ctx, id, { from, limit, signSeconds })
      const last = items.at(-1)
      const next = last && items.length === limit ? last.index + 1 : null
      return { body: { items, next_cursor: next } }
    },
  })
}

/** One item a line. */
async function* textOf(pages: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  for await (const items of pages) yield items.map((item) => `${JSON.stringify(item)}\n`).join('')
}

type Visit = { readonly visitor: Visitor; readonly params: { readonly id: string } }

function named({ visitor, params }: Visit) {
  return { id: params.id, owner: ownerOf(visitor) }
}
