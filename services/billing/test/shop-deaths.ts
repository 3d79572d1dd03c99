import type { Context } from '../src/context.ts'

class Killed extends Error {
  override name = 'Killed' as const
}

/**
 * Runs work in a simulated process that is killed before statement number `statements` (from 0) reaches Postgres, which
 * rolls back the open transaction; calls already made to Stripe stay done.
 * @returns whether the work finished first
 */
export async function survives(
  { ctx, statements }: { ctx: Context; statements: number },
  work: (doomed: Context) => Promise<unknown>,
): Promise<boolean> {
  let left = statements
  const db = ctx.db.withPlugin({
    transformQuery: ({ node }) => {
      left -= 1
      if (left < 0) throw new Killed('the process is gone')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  try {
    await work({ ...ctx, db })
    return true
  } catch (error) {
    if (error instanceof Killed) return false
    throw error
  }
}
