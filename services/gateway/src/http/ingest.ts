import { ingest } from '@equerre/contract/detourage'
import type { Router } from 'express'
import type { Context } from '../context.ts'
import { acceptFile } from '../flow/accept-file.ts'
import { open } from './door.ts'
import { replyWithStep } from './step-reply.ts'
import { sourceOf, uploaderOf } from './uploaded-file.ts'

export function mountIngest(ctx: Context, router: Router): void {
  open(ctx, router, {
    endpoint: ingest,
    handle: async (visit) => {
      const { visitor, request, body } = visit
      const accepted = await acceptFile(ctx, uploaderOf(visitor), {
        source: sourceOf(request, body.url),
        password: body.password,
        callback: body.callback_url,
      })
      return replyWithStep(ctx, accepted, visit)
    },
  })
}
