import { sql } from 'kysely'
import type { BillingDb } from './schema.ts'

/** Violations found per invariant; README.md numbers them. */
export type LedgerCheck = {
  readonly checkedAt: Date
  readonly violations: Readonly<Record<string, number>>
  readonly total: number
}

/**
 * Counts violations on one snapshot of the whole ledger.
 * @param holdSecondsMax the age from which an open hold counts as abandoned
 */
export async function checkLedger(db: BillingDb, holdSecondsMax: number): Promise<LedgerCheck> {
  const { rows } = await sql<{ invariant: string; count: number }>`
    with sums as (
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
    )
    select 'I1' as invariant, count(*) from sums
    where (posted, held, owed) is distinct from (posted_sum, held_sum, owed_sum)
    union all
    select 'I2', count(*) from sums where posted_sum - held_sum < 0 or held_sum < 0 or owed_sum < 0
    union all
    select 'I3', count(*) from endings
    left join billing.entries h on h.wallet_id = endings.wallet_id and h.op_key = endings.op_key and h.kind = 'hold'
    where endings.times <> 1 or h.held_delta is distinct from -endings.held_delta
    union all
    select 'I5', count(*) from billing.purchases p
    full join (select * from billing.entries where kind = 'purchase') e on e.ref = p.id::text
    where p.state = 'paid' and e.id is null
      or e.id is not null and (p.id is null or p.state <> 'paid' or p.wallet_id <> e.wallet_id
        or p.session_id is distinct from e.op_key or p.credits <> e.posted_delta - e.owed_delta)
    union all
    select 'I6', count(*) from (
      select p.id from billing.entries e left join billing.purchases p on p.id::text = e.ref
      where e.kind in ('clawback', 'release')
      group by p.id, p.credits
      having p.id is null or sum(e.owed_delta - e.posted_delta) not between 0 and p.credits
    ) as taken
    union all
    select 'I7', count(*) from billing.entries h
    where h.kind = 'hold' and h.at < now() - make_interval(secs => ${holdSecondsMax})
      and not exists (select from endings where endings.wallet_id = h.wallet_id and endings.op_key = h.op_key)
    union all
    select 'I8', count(*) from sums guest join sums account on account.id = guest.moved_to
    where account.kind <> 'account' or guest.moved_out <> account.moved_in
    union all
    select 'I11', count(*) from sums where owed_sum > 0 and posted_sum > held_sum
    union all
    select 'I12', count(*) from sums where moved_to is not null and posted_sum - held_sum > withheld`.execute(
    db,
  )
  const violations = Object.fromEntries(rows.map(({ invariant, count }) => [invariant, count]))
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  return { checkedAt: new Date(), violations, total }
}

/** Holds neither captured nor voided: the credits in them, and the age of the oldest. */
export async function summarizeHolds(db: BillingDb): Promise<{ open: number; oldestSeconds: number }> {
  const { rows } = await sql<{ open: number; oldest: number }>`
    select coalesce(sum(h.held_delta), 0)::int as open,
      coalesce(extract(epoch from now() - min(h.at)), 0)::float8 as oldest
    from billing.wallets w join billing.entries h on h.wallet_id = w.id
    where w.held > 0 and h.kind = 'hold' and not exists (
      select from billing.entries e
      where e.wallet_id = h.wallet_id and e.op_key = h.op_key and e.kind in ('capture', 'void'))`.execute(db)
  return { open: rows[0]?.open ?? 0, oldestSeconds: rows[0]?.oldest ?? 0 }
}
