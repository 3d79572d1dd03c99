import { sql } from 'kysely'
import { deleteInPortions } from './delete-in-portions.ts'
import type { Conn } from './schema.ts'

/** What a key spent on a day of UTC, such as 2026-11-23. */
export type KeyDay = { readonly day: string; readonly keyId: string; readonly credits: number }

/** The day in UTC on which the transaction began. */
export const today = sql<string>`(now() at time zone 'UTC')::date`

/**
 * Counts a credit for a key. The caller's transaction has held the credit before: with it, it holds the lock on the account's wallet,
 * which every hold and every ending of one takes first, so that the month's sum is exact.
 * @param creditsPerMonth null without a cap
 * @returns false, counting nothing, when the key has spent its month
 */
export async function countKeyCredit(
  tx: Conn,
  { ownerId, keyId, creditsPerMonth }: { ownerId: string; keyId: string; creditsPerMonth: number | null },
): Promise<boolean> {
  const { rows } = await sql`
    insert into key_usage as usage (owner_id, key_id, day, credits)
    select ${ownerId}, ${keyId}, ${today}, 1
    where ${creditsPerMonth}::integer is null or ${creditsPerMonth} > (
      select coalesce(sum(credits), 0) from key_usage
      where owner_id = ${ownerId} and key_id = ${keyId} and day >= date_trunc('month', now() at time zone 'UTC')
    )
    on conflict (owner_id, key_id, day) do update set credits = usage.credits + 1
    returning day`.execute(tx)
  return rows.length === 1
}

/** Days with credits on them, oldest first: the last `days`, today included. */
export async function readKeyUsage(db: Conn, ownerId: string, days: number): Promise<KeyDay[]> {
  return db
    .selectFrom('key_usage')
    .select([sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day'), 'key_id as keyId', 'credits'])
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`day > ${today} - ${days}::integer`)
    .where('credits', '>', 0)
    .orderBy('key_usage.day')
    .orderBy('key_id')
    .execute()
}

export async function deleteKeyUsageOf(db: Conn, ownerId: string): Promise<void> {
  await deleteInPortions(db, 'key_usage', sql`owner_id = ${ownerId}`)
}

/** Deletes what is older than so many days. */
export async function deleteOldKeyUsage(db: Conn, days: number): Promise<void> {
  await deleteInPortions(db, 'key_usage', sql`day <= ${today} - ${days}::integer`)
}
