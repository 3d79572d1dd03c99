import { sql } from 'kysely'
import type { Due, fullHosts, UnderWay } from '../core/due-deliveries.ts'
import type { Conn } from './schema.ts'
import { waitsForEarlier } from './webhook-deliveries.ts'

/** Whose turn it is: what is due, account by account, and when each was last served. */

/** Locks out whoever else chooses deliveries, until the end of the transaction. @returns whether nobody else does */
export async function lockChoosing(tx: Conn): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('webhook deliveries', 5)) as free`.execute(tx)
  return rows[0]!.free
}

export async function countSending(db: Conn): Promise<UnderWay[]> {
  return db
    .selectFrom('webhook_deliveries as d')
    .leftJoin('webhook_turns as t', 't.owner_id', 'd.owner_id')
    .select([
      'd.owner_id as ownerId',
      'd.host',
      isSlow.as('slow'),
      (eb) => eb.fn.countAll<number>().as('count'),
    ])
    .where('d.state', '=', 'sending')
    .groupBy(['d.owner_id', 'd.host', 't.slow_until'])
    .execute()
}

const isSlow = sql<boolean>`coalesce(t.slow_until > now(), false)`

type Choice = {
  readonly full: ReturnType<typeof fullHosts>
  readonly perOwner: number
  /** Of quick accounts and of slow ones each. */
  readonly limit: number
}

/**
 * Deliveries whose time has come, by account: first who has waited longest for a turn, so that no backlog stands before others' news.
 * Of what an endpoint is told of one file, only the first that it has not taken yet, or that is sent again: they stay in order. Walks from account to
 * account by the index, whatever each has waiting.
 */
export async function listDue(tx: Conn, { full, perOwner, limit }: Choice): Promise<Due[]> {
  const { rows } = await sql<Due>`
    with recursive owners as (
      (select owner_id as id from webhook_deliveries where state = 'waiting' and due_at is not null order by owner_id limit 1)
      union all
      select (
        select owner_id from webhook_deliveries
        where state = 'waiting' and due_at is not null and owner_id > owners.id order by owner_id limit 1
      ) from owners where owners.id is not null
    ), due as (
      select d.*, ${isSlow} as slow, t.served_at
      from owners left join webhook_turns t on t.owner_id = owners.id
      cross join lateral (
        select d.id, d.owner_id, d.host, row_number() over (order by d.due_at, d.sequence) as turn
        from webhook_deliveries d
        where d.owner_id = owners.id and d.state = 'waiting' and d.due_at <= now()
          and d.host <> all(${full.forAll}::text[])
          and not (${isSlow} and d.host = any(${full.forSlow}::text[]))
          and not ${waitsForEarlier('d')}
        order by d.due_at, d.sequence limit ${perOwner}
      ) d
    ), placed as (
      select *, row_number() over (partition by slow order by turn, served_at nulls first, owner_id) as place from due
    )
    select id, owner_id as "ownerId", host, slow from placed
    where place <= ${limit} order by served_at nulls first, owner_id, turn`.execute(tx)
  return rows
}

/** Notes that these accounts had their turn. */
export async function noteServed(tx: Conn, owners: readonly string[]): Promise<void> {
  const each = [...new Set(owners)].toSorted()
  if (each.length === 0) return
  await sql`
    insert into webhook_turns (owner_id, served_at) select unnest(${each}::uuid[]), now()
    on conflict (owner_id) do update set served_at = excluded.served_at, changed_at = now()`.execute(tx)
}

/** Notes that a receiver of this account has kept the courier waiting. */
export async function noteSlow(tx: Conn, ownerId: string, until: Date): Promise<void> {
  await sql`
    insert into webhook_turns (owner_id, slow_until) values (${ownerId}, ${until})
    on conflict (owner_id) do update set slow_until = excluded.slow_until, changed_at = now()`.execute(tx)
}

export async function deleteTurnsBefore(db: Conn, before: Date): Promise<void> {
  await db.deleteFrom('webhook_turns').where('changed_at', '<', before).execute()
}

export async function deleteTurnOf(db: Conn, ownerId: string): Promise<void> {
  await db.deleteFrom('webhook_turns').where('owner_id', '=', ownerId).execute()
}
