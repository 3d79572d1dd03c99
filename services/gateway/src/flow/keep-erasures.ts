import { ErasureJob } from '@equerre/contract/identity'
import { createHmac } from 'node:crypto'
import type { Context } from '../context.ts'
import { accountsAmong, eraseAgain } from '../store/principals.ts'

/** Ids of erased accounts, kept outside the database: its backups do not know of later erasures. */
const journal = 'erasures/'
const keyOf = (userId: string) => `${journal}${userId}/seal`
/** Longer than any backup is kept; see the operator's guide. */
const journalMs = 40 * 24 * 3_600_000
/** Accounts looked up in one query. */
const page = 1_000

/** Records that an account has been erased. */
export async function rememberErasure(ctx: Context, userId: string): Promise<void> {
  await ctx.storage.put(keyOf(userId), Buffer.from(sealOf(ctx, userId)), { mime: 'text/plain' })
}

/** Erases again the accounts that a restored backup has brought back, and drops entries that no backup can need. */
export async function repeatErasures(ctx: Context): Promise<void> {
  let userIds: string[] = []
  for await (const { key, modifiedAt } of ctx.storage.list(journal)) {
    const userId = key.split('/')[1] ?? ''
    if (key !== keyOf(userId) || !ErasureJob.safeParse({ userId }).success) continue
    if (modifiedAt.getTime() < Date.now() - journalMs) await ctx.storage.deletePrefix(`${journal}${userId}/`)
    else userIds.push(userId)
    if (userIds.length < page) continue
    await eraseThoseBack(ctx, userIds)
    userIds = []
  }
  if (userIds.length > 0) await eraseThoseBack(ctx, userIds)
}

async function eraseThoseBack(ctx: Context, userIds: readonly string[]): Promise<void> {
  for (const userId of await accountsAmong(ctx.db, userIds)) {
    // The seal keeps anyone with mere write access to the storage from erasing accounts.
    if ((await ctx.storage.read(keyOf(userId)))?.toString() !== sealOf(ctx, userId)) {
      ctx.log.error({ userId }, 'the journal of erasures holds one that is not ours')
      continue
    }
    await eraseAgain(ctx.db, userId)
    ctx.log.warn({ userId }, 'erased account was restored by a backup: erased again')
  }
}

function sealOf(ctx: Context, userId: string): string {
  return createHmac('sha256', ctx.config.KEY_PEPPER).update(`erasure\n${userId}`).digest('hex')
}
