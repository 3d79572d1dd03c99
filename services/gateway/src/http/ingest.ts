import { ingest } from '@equerre/contract/detourage'
import { Problem } from '@equerre/contract/problems'
import type { Router } from 'express'
import type { Context } from '../context.ts'
import { acceptUpload } from '../flow/accept-upload.ts'
import { open } from './door.ts'
import { replyWithStep } from './step-reply.ts'
import { uploaderOf } from './uploaded-file.ts'

export function mountIngest(ctx: Context, router: Router): void {
  open(ctx, router, {
    endpoint: ingest,
    handle: async (visit) => {
      const { upload } = visit.request
      if (!upload)
        throw new Problem('invalid_request', 'Aucun fichier reçu : joignez-le dans le champ « file ».')
      const accepted = await acceptUpload(ctx, uploaderOf(visit.visitor), upload)
      return replyWithStep(ctx, accepted, visit)
    },
  })
}
