import { getJob } from '@equerre/contract/detourage'
import type { Router } from 'express'
import type { Context } from '../context.ts'
import { signAddress } from '../flow/sign-address.ts'
import { open } from './door.ts'
import { replyWithStep } from './step-reply.ts'

export function mountJobs(ctx: Context, router: Router): void {
  open(ctx, router, {
    endpoint: getJob,
    handle: async (visit) => {
      const { params, query } = visit
      const job = { stepId: params.id, replayed: false, byId: true, defaultSeconds: 0 } as const
      const answer = await replyWithStep(ctx, job, visit)
      return query.sign ? { ...answer, body: withSignedAddresses(ctx, answer.body) } : answer
    },
  })
}

/** The same reply with signed addresses; replies without files are unchanged. */
function withSignedAddresses(ctx: Context, body: object): object {
  if (!('artifacts' in body)) return body
  const paths = Object.entries(body.artifacts as Record<string, string | null>)
  return {
    ...body,
    artifacts: Object.fromEntries(paths.map(([name, path]) => [name, path && signAddress(ctx, path)])),
  }
}
