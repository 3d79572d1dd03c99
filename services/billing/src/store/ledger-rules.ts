import { sql, type RawBuilder } from 'kysely'
import type { Conn } from './schema.ts'

/** Violations by invariant; README.md numbers them. */
export type Violations = Readonly<Record<string, number>>

/**
 * Counts violations among what a scope names, on one snapshot.
 * @param scope CTEs: `sums`, wallets with the sums of their entries and what moved; `endings` of holds; `orders` and the entries
 *   `bought` of theirs; `takings`, the entries that took for an order or gave back; `overdue`, holds open for too long
 */
export async function countViolations(conn: Conn, scope: RawBuilder<unknown>): Promise<Violations> {
  const { rows } = await sql<{ invariant: string; count: number }>`
    with ${scope}
    select 'I1' as invariant, count(*) from sums
    where (posted, held, owed) is distinct from (posted_sum, held_sum, owed_sum)
    union all
    select 'I2', count(*) from sums where posted_sum - held_sum < 0 or held_sum < 0 or owed_sum < 0
    union all
    select 'I3', count(*) from endings
    left join billing.entries h on h.wallet_id = endings.wallet_id and h.op_key = endings.op_key and h.kind = 'hold'
    where endings.times <> 1 or h.held_delta is distinct from -endings.held_delta
    union all
    select 'I5', count(*) from orders p full join bought e on e.ref = p.id::text
    where p.state = 'paid' and e.id is null
      or e.id is not null and (p.id is null or p.state <> 'paid' or p.wallet_id <> e.wallet_id
        or p.session_id is distinct from e.op_key or p.credits <> e.posted_delta - e.owed_delta)
    union all
    select 'I6', count(*) from (
      select p.id from takings e left join billing.purchases p on p.id::text = e.ref
      group by p.id, p.credits
      having p.id is null or sum(e.owed_delta - e.posted_delta) not between 0 and p.credits
    ) as taken
    union all
    select 'I7', count(*) from overdue
    union all
    select 'I8', count(*) from sums guest join sums account on account.id = guest.moved_to
    where account.kind <> 'account' or guest.moved_out <> account.moved_in
    union all
    select 'I11', count(*) from sums where owed_sum > 0 and posted_sum > held_sum
    union all
    select 'I12', count(*) from sums where moved_to is not null and posted_sum - held_sum > withheld`.execute(
    conn,
  )
  return Object.fromEntries(rows.map(({ invariant, count }) => [invariant, count]))
}

export function totalOf(violations: Violations): number {
  return Object.values(violations).reduce((sum, count) => sum + count, 0)
}

/** Whatever either found; the same violation may be in both. */
export function mergeViolations(some: Violations, others: Violations): Violations {
  return Object.fromEntries(
    Object.keys({ ...some, ...others }).map((name) => [name, Math.max(some[name] ?? 0, others[name] ?? 0)]),
  )
}
