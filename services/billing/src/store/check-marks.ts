import { sql } from 'kysely'
import { mergeViolations, totalOf, type Violations } from './ledger-rules.ts'
import type { Conn } from './schema.ts'

/** The new entries alone, or the whole ledger. */
export type CheckScope = 'new' | 'whole'

export type CheckMark = {
  /** All entries up to this one are checked; null for the whole ledger. */
  readonly entryId: number | null
  readonly checkedAt: Date | null
  readonly violations: Violations
}

/** Whether this transaction is now the only one that checks; the lock ends with it. */
export async function beginChecking(tx: Conn, scope: CheckScope): Promise<boolean> {
  const { rows } = await sql<{ alone: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${`check ledger: ${scope}`})) as alone`.execute(tx)
  return rows[0]!.alone
}

export async function readMark(conn: Conn, scope: CheckScope): Promise<CheckMark> {
  const { rows } = await sql<CheckMark>`
    select entry_id as "entryId", checked_at as "checkedAt", violations from billing.ledger_checks where scope = ${scope}`.execute(
    conn,
  )
  return rows[0]!
}

/** Moves the mark on and adds what was found. @param checkedAt null while entries up to the border are still to be checked */
export async function noteNew(
  tx: Conn,
  { entryId, checkedAt, found }: { entryId: number; checkedAt: Date | null; found: Violations },
): Promise<void> {
  const { violations } = await readMark(tx, 'new')
  const all = mergeViolations(violations, found)
  await sql`
    update billing.ledger_checks set entry_id = ${entryId}, checked_at = coalesce(${checkedAt}, checked_at),
      violations = ${JSON.stringify(all)}, found_at = case when ${totalOf(found) > 0} then clock_timestamp() else found_at end
    where scope = 'new'`.execute(tx)
}

/** What the check of the whole ledger found stands for all that was found before it began. */
export async function noteWhole(
  tx: Conn,
  { begunAt, found }: { begunAt: Date; found: Violations },
): Promise<void> {
  await sql`
    update billing.ledger_checks set checked_at = ${begunAt}, violations = ${JSON.stringify(found)}
    where scope = 'whole'`.execute(tx)
  await sql`
    update billing.ledger_checks set violations = '{}', found_at = null
    where scope = 'new' and found_at < ${begunAt}`.execute(tx)
}
