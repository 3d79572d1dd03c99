import { sql, type RawBuilder } from 'kysely'
import { countViolations, type Violations } from './ledger-rules.ts'
import type { Conn } from './schema.ts'

/** Entries after `from`, up to and including `to`. */
export type Range = { readonly from: number; readonly to: number }

/** Where the ledger ends at a moment; `transaction` is newer than any that has written up to there. */
export type Border = { readonly entryId: number; readonly at: Date; readonly transaction: string }

/**
 * Entries become visible out of order: a transaction takes their ids before it commits. All that have begun before this one, which
 * takes a number of its own for it, may still show entries up to `entryId`.
 */
export async function readBorder(conn: Conn): Promise<Border> {
  const { rows } = await sql<Border>`
    select coalesce(max(id), 0) as "entryId", clock_timestamp() as at, pg_current_xact_id()::text as transaction
    from billing.entries`.execute(conn)
  return rows[0]!
}

/** Whether all entries up to the border are visible that ever will be. */
export async function isSettled(conn: Conn, { transaction }: Border): Promise<boolean> {
  const { rows } = await sql<{ settled: boolean }>`
    select pg_snapshot_xmin(pg_current_snapshot()) > ${transaction}::xid8 as settled`.execute(conn)
  return rows[0]!.settled
}

/**
 * Counts violations among what these entries touch, at a cost that follows their number: a wallet's sums go on from those
 * that its last check stored.
 * @param paidSince orders paid since then are looked at too
 * @param holdSecondsMax the age from which an open hold counts as abandoned
 */
export function checkEntries(
  conn: Conn,
  { from, to }: Range,
  { paidSince, holdSecondsMax }: { paidSince: Date; holdSecondsMax: number },
): Promise<Violations> {
  return countViolations(
    conn,
    sql`fresh as materialized (select * from billing.entries where id > ${from} and id <= ${to}),
    touched as (
      select wallet_id as id from fresh
      union
      select w.moved_to from fresh join billing.wallets w on w.id = fresh.wallet_id where w.moved_to is not null
      union
      select guest.id from fresh join billing.wallets guest on guest.moved_to = fresh.wallet_id
    ),
    sums as materialized (
      select w.id, w.kind, w.posted, w.held, w.owed, w.moved_to, w.withheld,
        sums.posted_sum, sums.held_sum, sums.owed_sum, moved.moved_out, moved.moved_in
      from touched join billing.wallets w on w.id = touched.id
      cross join lateral (${sumsOf(sql`w.id`, { from, to: Number.MAX_SAFE_INTEGER })}) sums
      cross join lateral (
        select coalesce(-sum(posted_delta) filter (where kind = 'move_out'), 0) as moved_out,
          coalesce(sum(posted_delta - owed_delta) filter (where kind = 'move_in'), 0) as moved_in
        from billing.entries where wallet_id = w.id and kind in ('move_out', 'move_in')
      ) moved
    ),
    endings as (
      select e.wallet_id, e.op_key, count(*) as times, sum(e.held_delta) as held_delta
      from (select distinct wallet_id, op_key from fresh where kind in ('capture', 'void')) as ended
      join billing.entries e on e.wallet_id = ended.wallet_id and e.op_key = ended.op_key and e.kind in ('capture', 'void')
      group by e.wallet_id, e.op_key
    ),
    paid as (select * from billing.purchases where state = 'paid' and paid_at > ${paidSince}),
    bought as materialized (
      select * from fresh where kind = 'purchase'
      union
      select e.* from paid join billing.entries e on e.ref = paid.id::text and e.kind = 'purchase'
    ),
    orders as (
      select * from paid
      union
      select p.* from bought join billing.purchases p on p.id::text = bought.ref
    ),
    taken as (select * from fresh where kind in ('clawback', 'release')),
    takings as (
      select * from taken
      union
      select e.* from taken join billing.entries e on e.ref = taken.ref and e.kind in ('clawback', 'release')
    ),
    overdue as (
      select from billing.open_holds o join billing.entries h on h.id = o.entry_id
      where h.at < now() - make_interval(secs => ${holdSecondsMax})
    )`,
  )
}

/** Notes what each active wallet had after its last entry of the range: its next check goes on from there. */
export async function storeBalances(conn: Conn, { from, to }: Range): Promise<void> {
  await sql`
    with active as (
      select a.entry_id, sums.*
      from (
        select wallet_id, max(id) as entry_id from billing.entries where id > ${from} and id <= ${to} group by wallet_id
      ) a
      cross join lateral (${sumsOf(sql`a.wallet_id`, { from, to })}) sums
    ),
    superseded as (delete from billing.checked_balances b using active where b.entry_id = active.stored_id)
    insert into billing.checked_balances (entry_id, posted, held, owed)
    select entry_id, posted_sum, held_sum, owed_sum from active`.execute(conn)
}

/** Strikes off the holds that have ended, and notes those of the range that are open. */
export async function updateOpenHolds(conn: Conn, { from, to }: Range): Promise<void> {
  const ended = sql`exists (
    select from billing.entries e
    where e.wallet_id = h.wallet_id and e.op_key = h.op_key and e.kind in ('capture', 'void')
  )`
  await sql`
    delete from billing.open_holds o using billing.entries h where h.id = o.entry_id and ${ended}`.execute(
    conn,
  )
  await sql`
    insert into billing.open_holds
    select h.id from billing.entries h where h.id > ${from} and h.id <= ${to} and h.kind = 'hold' and not ${ended}`.execute(
    conn,
  )
}

/** Holds that were open at the last check: the credits in them, and the age of the oldest. */
export async function summarizeHolds(conn: Conn): Promise<{ open: number; oldestSeconds: number }> {
  const { rows } = await sql<{ open: number; oldestSeconds: number }>`
    select coalesce(sum(h.held_delta), 0)::int as open,
      coalesce(extract(epoch from now() - min(h.at)), 0)::float8 as "oldestSeconds"
    from billing.open_holds o join billing.entries h on h.id = o.entry_id`.execute(conn)
  return rows[0]!
}

/** The sums of a wallet's entries up to `to`: those that are stored for its last entry before the range, and the entries since. */
function sumsOf(wallet: RawBuilder<unknown>, { from, to }: Range) {
  return sql`
    select stored.entry_id as stored_id,
      coalesce(stored.posted, 0) + coalesce(since.posted, 0) as posted_sum,
      coalesce(stored.held, 0) + coalesce(since.held, 0) as held_sum,
      coalesce(stored.owed, 0) + coalesce(since.owed, 0) as owed_sum
    from (select max(id) as id from billing.entries where wallet_id = ${wallet} and id <= ${from}) as last
    left join billing.checked_balances stored on stored.entry_id = last.id
    cross join lateral (
      select sum(posted_delta) as posted, sum(held_delta) as held, sum(owed_delta) as owed from billing.entries
      where wallet_id = ${wallet} and id > coalesce(stored.entry_id, 0) and id <= ${to}
    ) as since`
}
