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
 * @returns what a key with a cap has spent in the month, 0 for one without; null, counting nothing, when the month is spent
 */
export async function countKeyCredit(
  tx: Conn,
  { ownerId, keyId, creditsPerMonth }: { ownerId: string; keyId: string; creditsPerMonth: number | null },
): Promise<number | null> {
  const { rows } = await sql<{ used: number }>`
    with month as (
      select case when ${creditsPerMonth}::integer is null then 0 else (
        select coalesce(sum(credits), 0)::integer + 1 from key_usage
        where owner_id = ${ownerId} and key_id = ${keyId} and day >= date_trunc('month', now() at time zone 'UTC')
      ) end as used
    )
    insert into key_usage as usage (owner_id, key_id, day, credits)
    select ${ownerId}, ${keyId}, ${today}, 1 from month
    where ${creditsPerMonth}::integer is null or used <= ${creditsPerMonth}
    on conflict (owner_id, key_id, day) do update set credits = usage.credits + 1
    returning (select used from month)`.execute(tx)
  return rows[0]?.used ?? null
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
