import type { Context } from '../context.ts'
import { pingDatabase } from '../store/ping.ts'

const patienceMs = 1_000

/** Whether Postgres answers in time. */
export async function isReady(ctx: Context): Promise<boolean> {
  const tooLate = new Promise<boolean>((resolve) => setTimeout(resolve, patienceMs, false).unref())
  return Promise.race([pingDatabase(ctx.db).catch(() => false), tooLate])
}
