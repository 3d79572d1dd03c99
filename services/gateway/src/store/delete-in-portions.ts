import { sql, type RawBuilder } from 'kysely'
import type { Conn, GatewaySchema } from './schema.ts'

/** Few enough for a statement to end well within the time that one may take. */
const portion = 1_000

/** Deletes the rows of a table that meet a condition, however many; leaves those that somebody has locked to a later call. */
export async function deleteInPortions(
  db: Conn,
  table: keyof GatewaySchema,
  condition: RawBuilder<boolean>,
): Promise<void> {
  const from = sql.table(table)
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${from} where ctid = any(array(
        select ctid from ${from} where ${condition} limit ${portion} for update skip locked))`.execute(db)
    if (numAffectedRows < portion) return
  }
}
