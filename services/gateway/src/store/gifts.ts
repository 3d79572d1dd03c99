import { sql } from 'kysely'
import { deleteInPortions } from './delete-in-portions.ts'
import type { Conn } from './schema.ts'

/** A network, and how many principals a day may receive free credits there. */
type Allowance = { readonly network: string; readonly principalsMax: number }

/**
 * Counts a principal among those whose networks received free credits in the last 24 hours; one already counted may receive
 * more. Blocks everybody else of these networks until the end of the transaction.
 * @param allowances from the smallest network to the largest, each inside the next
 * @returns false, counting nothing, when one of the networks has used its allowance
 */
export async function countGift(
  tx: Conn,
  principalId: string,
  allowances: readonly Allowance[],
): Promise<boolean> {
  // Largest first: whoever waits for a smaller network holds all those around it, so there are no deadlocks.
  for (const { network, principalsMax } of allowances.toReversed()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${network}, 0))`.execute(tx)
    const { others } = await tx
      .selectFrom('gifts')
      .select((eb) => eb.fn.countAll<number>().as('others'))
      .where('network', '=', network)
      .where('given_at', '>', dayAgo)
      .where(sql<boolean>`principal_id is distinct from ${principalId}`)
      .executeTakeFirstOrThrow()
    if (others >= principalsMax) return false
  }
  if (allowances.length === 0) return true
  await tx
    .insertInto('gifts')
    .values(allowances.map(({ network }) => ({ network, principal_id: principalId })))
    .onConflict((conflict) =>
      conflict.columns(['network', 'principal_id']).doUpdateSet({ given_at: sql<Date>`now()` }),
    )
    .execute()
  return true
}

/** Anonymises the gifts of an erased person and of the guests they had been; the networks' counts stay. */
export async function forgetGiftsOf(db: Conn, userId: string): Promise<void> {
  await db
    .updateTable('gifts')
    .set({ principal_id: null })
    // One list, since Postgres finds no index for two conditions of which one looks elsewhere.
    .where(
      sql<boolean>`principal_id in (select ${userId}::uuid union all select id from guests where merged_into = ${userId})`,
    )
    .execute()
}

/** Forgets gifts that no longer count. */
export async function deleteOldGifts(db: Conn): Promise<void> {
  await deleteInPortions(db, 'gifts', sql`given_at <= ${dayAgo}`)
}

const dayAgo = sql<Date>`now() - interval '1 day'`
