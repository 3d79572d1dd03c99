import type { Context } from '../src/context.ts'

class Killed extends Error {
  override name = 'Killed' as const
}

/**
 * Runs work in a process that is killed before its statement number `statements` reaches Postgres, which then rolls back
 * what was begun; what Stripe was asked before has happened.
 * @returns whether the work came to its end first
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
