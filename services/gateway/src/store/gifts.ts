import { sql } from 'kysely'
import type { Conn } from './schema.ts'

/** A network, and for how many principals a day it may be given free credits. */
type Allowance = { readonly network: string; readonly principalsMax: number }

/**
 * Counts a principal among those for whom its networks were given free credits in the last 24 hours; who is counted already
 * may have more. Holds everybody else of these networks back until the end of the transaction.
 * @param allowances from the smallest network to the largest, each inside the next
 * @returns false, and counts nothing, when one of the networks has had all that it may
 */
export async function countGift(
  tx: Conn,
  principalId: string,
  allowances: readonly Allowance[],
): Promise<boolean> {
  // The largest first: who waits for a smaller one holds all those around it, so nobody waits in a circle.
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

/** Forgets whom these gifts were for: a person who is erased, and the guests that became that person. Their networks have had them. */
export async function forgetGiftsOf(db: Conn, userId: string): Promise<void> {
  await db
    .updateTable('gifts')
    .set({ principal_id: null })
    .where((eb) =>
      eb.or([
        eb('principal_id', '=', userId),
        eb('principal_id', 'in', eb.selectFrom('guests').select('id').where('merged_into', '=', userId)),
      ]),
    )
    .execute()
}

/** Forgets what counts no longer. */
export async function deleteOldGifts(db: Conn): Promise<void> {
  await db.deleteFrom('gifts').where('given_at', '<=', dayAgo).execute()
}

const dayAgo = sql<Date>`now() - interval '1 day'`
