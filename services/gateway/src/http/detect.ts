import { detect } from '@equerre/contract/detourage'
import type { Router } from 'express'
import type { Context } from '../context.ts'
import { callbackOf } from '../flow/callback-of.ts'
import { requestStep } from '../flow/request-step.ts'
import { open } from './door.ts'
import { replyWithStep } from './step-reply.ts'

export function mountDetect(ctx: Context, router: Router): void {
  open(ctx, router, {
    endpoint: detect,
    handle: async (visit) => {
      const { principal, standing, idempotencyKey, requestId, test } = visit.visitor
      const { ingestion_id: ingestionId, page, callback_url: callback } = visit.body
      const request = {
        kind: 'detect',
        ownerId: principal.id,
        standing,
        ingestionId,
        page,
        callbackUrl: callbackOf(ctx, principal, callback),
        idempotencyKey,
        requestId,
        test,
      } as const
      return replyWithStep(ctx, await requestStep(ctx, request), visit)
    },
  })
}
