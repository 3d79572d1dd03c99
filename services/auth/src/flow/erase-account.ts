import type { ErasureJob, Principal } from '@equerre/contract/identity'
import { Problem } from '@equerre/contract/problems'
import type { Context } from '../context.ts'
import { eraseWallet } from '../store/credits.ts'
import { deleteErasure, insertErasure, listErasures } from '../store/erasures.ts'
import { deleteUser } from '../store/users.ts'

const batch = 100

/**
 * Erases an account. Its sessions and keys are dead when this returns; a row records that other services still hold
 * data, so that a crash only delays the rest.
 * @throws Problem `unauthenticated` for guests and for users who are gone
 */
export async function eraseAccount(ctx: Context, { kind, id: userId }: Principal): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    if (kind !== 'user' || !(await deleteUser(tx, userId))) throw new Problem('unauthenticated')
    await insertErasure(tx, userId)
  })
  ctx.log.info({ userId }, 'account erased')
  await askGateway(ctx, userId)
}

/**
 * Finishes pending erasures; one that fails is logged and does not hold up the others. The gateway goes first: the steps
 * that it cancels return their credits to the wallet, whose personal data billing then removes.
 */
export async function finishErasures(ctx: Context): Promise<void> {
  for (const { userId, gatewayDone } of await listErasures(ctx.db, batch)) {
    await (gatewayDone ? forgetWallet(ctx, userId) : askGateway(ctx, userId)).catch((error: unknown) =>
      ctx.log.error({ err: error, userId }, 'an erasure is not finished'),
    )
  }
}

/** Billing refuses while credits are held: the row then stays, and the next round asks again. */
async function forgetWallet(ctx: Context, userId: string): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    if (await eraseWallet(tx, userId)) await deleteErasure(tx, userId)
  })
}

/** Adds the gateway's job. While Redis is down the row stays, and the next round asks again. */
async function askGateway(ctx: Context, userId: string): Promise<void> {
  try {
    const job = await ctx.erasures.getJob(userId)
    // BullMQ silently ignores the id of a job that it still keeps.
    if (job && (await job.isFailed())) await job.remove()
    await ctx.erasures.add('erase', { userId } satisfies ErasureJob, { jobId: userId })
  } catch (error) {
    ctx.log.warn({ err: error, userId }, 'gateway could not be asked to erase; will retry')
  }
}
