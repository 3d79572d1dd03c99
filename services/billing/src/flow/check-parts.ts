import { isMigrated } from '@equerre/platform/migrate'
import { isReachable } from '@equerre/platform/postgres'
import type { Checks } from '@equerre/platform/probes'
import type { Context } from '../context.ts'

/** Every request needs these. A new release that starts before its migrations have run waits for them. */
export function partChecks(ctx: Context): Checks {
  return { postgres: () => isReachable(ctx.db), migrations: () => isMigrated(ctx.db, 'billing') }
}
