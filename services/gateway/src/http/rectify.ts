import { rectify } from '@equerre/contract/detourage'
import type { Router } from 'express'
import type { Context } from '../context.ts'
import { callbackOf } from '../flow/callback-of.ts'
import { requestStep } from '../flow/request-step.ts'
import { open } from './door.ts'
import { replyWithStep } from './step-reply.ts'

export function mountRectify(ctx: Context, router: Router): void {
  open(ctx, router, {
    endpoint: rectify,
    handle: async (visit) => {
      const { principal, standing, idempotencyKey, requestId, test, key } = visit.visitor
      const { ingestion_id: ingestionId, page, options, callback_url: callback } = visit.body
      const accepted = await requestStep(ctx, {
        kind: 'rectify',
        ownerId: principal.id,
        standing,
        ingestionId,
        page,
        options,
        callbackUrl: callbackOf(ctx, principal, callback),
        idempotencyKey,
        requestId,
        test,
        key,
      })
      return replyWithStep(ctx, accepted, visit)
    },
  })
}
