import type { connect } from '@equerre/local/servers/databases'

type Client = Awaited<ReturnType<typeof connect>>

const tables = ['ingestions', 'steps', 'idempotency']

/**
 * Fills three tables with `rows` rows each: tombstones of thirty days, files of the last day, and overdue ones, oldest first; the
 * steps are those of living and overdue files.
 */
export async function fillTables(
  db: Client,
  { rows, overdue, living }: { rows: number; overdue: number; living: number },
): Promise<{ overdue: string[]; living: string[] }> {
  // Without the triggers of foreign keys, which take most of the time.
  await db.query(
    `set session_replication_role = replica; set synchronous_commit = off; set search_path = gateway`,
  )
  const files = (state: string, count: number, expiresAt: string) =>
    db.query<{ id: string }>(
      `insert into ingestions (id, owner_id, state, name, mime, bytes, sha256, pages, created_at, expires_at)
       select gen_random_uuid(), gen_random_uuid(), '${state}', 'photo.jpg', 'image/jpeg', 1000000, sha256('x'),
         '[{"width":4000,"height":3000,"kind":"photo"}]', ${expiresAt} - interval '1 day', ${expiresAt}
       from generate_series(1, ${count}) as i returning id`,
    )
  const idsOf = async (inserted: ReturnType<typeof files>) => (await inserted).rows.map(({ id }) => id)
  await db.query(
    `insert into ingestions (id, owner_id, state, name, created_at, expires_at)
     select gen_random_uuid(), gen_random_uuid(), 'expired', '', at - interval '1 day', at
     from generate_series(1, ${rows - overdue - living}) as i, lateral (select now() - i * interval '29 days' / ${rows} as at) as t`,
  )
  const late = await idsOf(files('ready', overdue, `now() - i * interval '1 second'`))
  const young = await idsOf(files('ready', living, `now() + interval '1 hour' + i * interval '1 second'`))
  await db.query(
    `insert into steps (id, ingestion_id, owner_id, wallet_id, kind, page, input, lane, state, result, request_id, deadline_at,
       dispatched_at, finished_at)
     select gen_random_uuid(), file.id, gen_random_uuid(), gen_random_uuid(), 'detect', 1, '{}', 'vision-detect', 'done',
       '{"status":"OK"}', 'bench', now(), now(), now()
     from ingestions as file, generate_series(1, ${Math.ceil(rows / (overdue + living))}) where file.state = 'ready'`,
  )
  await db.query(
    `insert into idempotency (owner_id, route, key, fingerprint, step_id)
     select gen_random_uuid(), 'rectify', i::text, sha256('x'), gen_random_uuid() from generate_series(1, ${rows}) as i`,
  )
  for (const table of tables) await db.query(`vacuum analyze ${table}`)
  return { overdue: late, living: young }
}

/** How often each of these tables has been read from end to end. */
export async function scansOf(db: Client): Promise<Record<string, number>> {
  // Each process reports its figures now and then.
  await new Promise((done) => setTimeout(done, 11_000))
  await db.query('select pg_stat_clear_snapshot()')
  const { rows } = await db.query<{ relname: string; seq_scan: string }>(
    `select relname, seq_scan from pg_stat_user_tables where schemaname = 'gateway' and relname = any($1)`,
    [tables],
  )
  return Object.fromEntries(rows.map(({ relname, seq_scan }) => [relname, Number(seq_scan)]))
}
