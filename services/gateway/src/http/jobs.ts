import { getJob } from '@equerre/contract/detourage'
import type { Router } from 'express'
import type { Context } from '../context.ts'
import { open } from './door.ts'
import { replyWithStep } from './step-reply.ts'

export function mountJobs(ctx: Context, router: Router): void {
  open(ctx, router, {
    endpoint: getJob,
    handle: async (visit) => {
      const job = { stepId: visit.params.id, replayed: false, byId: true, defaultSeconds: 0 } as const
      return replyWithStep(ctx, job, visit)
    },
  })
}
