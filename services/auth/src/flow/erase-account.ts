import type { ErasureJob, Principal } from '@equerre/contract/identity'
import { Problem } from '@equerre/contract/problems'
import type { Context } from '../context.ts'
import { eraseWallet } from '../store/credits.ts'
import { deleteErasure, insertErasure, listErasures } from '../store/erasures.ts'
import { deleteUser } from '../store/users.ts'

const batch = 100

/**
 * Erases an account. Its sessions and keys are dead when this returns; a row remembers that the other services still
 * hold something, so that a crash anywhere only delays the rest.
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
 * Brings erasures to their end; one that fails is logged and does not keep the others. The gateway comes first: the steps
 * that it cancels give their credits back to the wallet, which is then stripped of whatever leads to a person.
 */
export async function finishErasures(ctx: Context): Promise<void> {
  for (const { userId, gatewayDone } of await listErasures(ctx.db, batch)) {
    await (gatewayDone ? forgetWallet(ctx, userId) : askGateway(ctx, userId)).catch((error: unknown) =>
      ctx.log.error({ err: error, userId }, 'an erasure is not finished'),
    )
  }
}

/** While credits are held billing answers no: the row stays, and with it the next round's question. */
async function forgetWallet(ctx: Context, userId: string): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    if (await eraseWallet(tx, userId)) await deleteErasure(tx, userId)
  })
}

/** Adds the gateway's job. While Redis is away the row stands, and the next round asks again. */
async function askGateway(ctx: Context, userId: string): Promise<void> {
  try {
    const job = await ctx.erasures.getJob(userId)
    // BullMQ silently ignores an id that it still keeps.
    if (job && (await job.isFailed())) await job.remove()
    await ctx.erasures.add('erase', { userId } satisfies ErasureJob, { jobId: userId })
  } catch (error) {
    ctx.log.warn({ err: error, userId }, 'gateway could not be asked to erase; will retry')
  }
}
