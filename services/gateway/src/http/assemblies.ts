import { assemble, getAssembly } from '@equerre/contract/assemblies'
import type { Router } from 'express'
import type { Context } from '../context.ts'
import { requestAssembly } from '../flow/request-assembly.ts'
import { open } from './door.ts'
import { replyWithStep } from './step-reply.ts'

const kind = 'assemble' as const

export function mountAssemblies(ctx: Context, router: Router): void {
  open(ctx, router, {
    endpoint: assemble,
    handle: async (visit) => {
      const { principal, test, standing, idempotencyKey, requestId } = visit.visitor
      const call = { principal, test, standing, idempotencyKey, requestId, asked: visit.body }
      return replyWithStep(ctx, { ...(await requestAssembly(ctx, call)), kind }, visit)
    },
  })
  open(ctx, router, {
    endpoint: getAssembly,
    handle: async (visit) => {
      const named = { stepId: visit.params.id, replayed: false, byId: true, defaultSeconds: 0, kind } as const
      return replyWithStep(ctx, named, visit)
    },
  })
}
