import { sql } from 'kysely'
import { countViolations, type Violations } from './ledger-rules.ts'
import type { Conn } from './schema.ts'

/**
 * Counts violations on one snapshot of the whole ledger.
 * @param holdSecondsMax the age from which an open hold counts as abandoned
 */
export function checkLedger(conn: Conn, holdSecondsMax: number): Promise<Violations> {
  return countViolations(
    conn,
    sql`sums as (
      select w.id, w.kind, w.posted, w.held, w.owed, w.moved_to, w.withheld,
        coalesce(sum(e.posted_delta), 0) as posted_sum,
        coalesce(sum(e.held_delta), 0) as held_sum,
        coalesce(sum(e.owed_delta), 0) as owed_sum,
        coalesce(-sum(e.posted_delta) filter (where e.kind = 'move_out'), 0) as moved_out,
        coalesce(sum(e.posted_delta - e.owed_delta) filter (where e.kind = 'move_in'), 0) as moved_in
      from billing.wallets w left join billing.entries e on e.wallet_id = w.id
      group by w.id
    ),
    endings as (
      select wallet_id, op_key, count(*) as times, sum(held_delta) as held_delta
      from billing.entries where kind in ('capture', 'void') group by wallet_id, op_key
    ),
    orders as (select * from billing.purchases),
    bought as (select * from billing.entries where kind = 'purchase'),
    takings as (select * from billing.entries where kind in ('clawback', 'release')),
    overdue as (
      select from billing.entries h
      where h.kind = 'hold' and h.at < now() - make_interval(secs => ${holdSecondsMax})
        and not exists (select from endings where endings.wallet_id = h.wallet_id and endings.op_key = h.op_key)
    )`,
  )
}
