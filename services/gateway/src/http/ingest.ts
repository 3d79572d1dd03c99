import { ingest } from '@equerre/contract/detourage'
import type { Router } from 'express'
import type { Context } from '../context.ts'
import { acceptUpload } from '../flow/accept-upload.ts'
import { open } from './door.ts'
import { replyWithStep } from './step-reply.ts'
import { uploaderOf, uploadOf } from './uploaded-file.ts'

export function mountIngest(ctx: Context, router: Router): void {
  open(ctx, router, {
    endpoint: ingest,
    handle: async (visit) => {
      const accepted = await acceptUpload(ctx, uploaderOf(visit.visitor), {
        upload: uploadOf(visit.request),
        password: visit.body.password,
      })
      return replyWithStep(ctx, accepted, visit)
    },
  })
}
