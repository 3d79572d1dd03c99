import { isReachable } from '@equerre/platform/postgres'
import type { Checks } from '@equerre/platform/probes'
import type { Context } from '../context.ts'

/** What no request can be answered without. */
export function partChecks(ctx: Context): Checks {
  return { postgres: () => isReachable(ctx.db) }
}
