import { getJob } from '@equerre/contract/detourage'
import type { Router } from 'express'
import type { Context } from '../context.ts'
import { open } from './door.ts'
import { signedIf } from './signed-reply.ts'
import { replyWithStep } from './step-reply.ts'

export function mountJobs(ctx: Context, router: Router): void {
  open(ctx, router, {
    endpoint: getJob,
    handle: async (visit) => {
      const { params, query } = visit
      const job = { stepId: params.id, replayed: false, byId: true, defaultSeconds: 0 } as const
      return signedIf(query.sign, ctx, await replyWithStep(ctx, job, visit))
    },
  })
}
