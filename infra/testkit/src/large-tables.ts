import { connect } from '@equerre/local/servers/databases'

/** All tables that grow with the work, by their names in a plan; each gets rows of the same age and shape as real ones. */
export const largeTables = [
  'guests',
  'ingestions',
  'steps',
  'idempotency',
  'gifts',
  'batches',
  'batch_items',
  'users',
  'sessions',
  'api_keys',
  'wallets',
  'entries',
  'checked_balances',
  'purchases',
  'withdrawals',
] as const

const ofUser = (n: string) => `md5('user' || ${n})::uuid`
const ofFile = (n: string) => `md5('file' || ${n})::uuid`
const ofStep = (kind: string, n: string) => `md5('${kind}' || ${n})::uuid`

const day = `interval '1 day'`

/** `$1` is the number of rows: some tables have a multiple of it. Nothing in them is due, so that nothing is left to clean up. */
const gateway = [
  `insert into gateway.guests (id, key_hash, created_at)
   select md5('guest' || n)::uuid, sha256(n::text::bytea), now() - 20 * ${day} * n / $1 from generate_series(1, $1) n`,
  // Files of the last day, and tombstones of the days before it.
  `insert into gateway.ingestions (id, owner_id, state, name, mime, bytes, sha256, pages, created_at, expires_at)
   select ${ofFile('n')}, ${ofUser('n % ($1 / 10)')}, 'ready', 'page.jpg', 'image/jpeg', 1000, sha256('a'),
     '[]', now() - ${day} * 0.9 * n / $1, now() + ${day} * 0.1 + ${day} * 0.8 * (1 - n::float / $1)
   from generate_series(1, $1) n`,
  `insert into gateway.ingestions (id, owner_id, state, name, created_at, expires_at)
   select md5('tombstone' || n)::uuid, ${ofUser('n % ($1 / 10)')}, 'expired', '', now() - 25 * ${day} * n / $1 - ${day},
     now() - 25 * ${day} * n / $1
   from generate_series(1, $1) n`,
  `insert into gateway.steps (id, ingestion_id, owner_id, wallet_id, kind, page, input, lane, state, cost, charged, result,
     request_id, networks, created_at, deadline_at, dispatched_at, finished_at)
   select md5(kind || n)::uuid, ${ofFile('n')}, ${ofUser('n % ($1 / 10)')}, ${ofUser('n % ($1 / 10)')}, kind, 1, '{}', 'vision-' || kind, 'done',
     cost, cost, '{}', 'request', case when n % 2 = 0 then array['10.' || n % 200 || '.0.0/16'] end, at, at + ${day} * 0.01, at, at
   from generate_series(1, $1) n, (values ('ingest', 0), ('detect', 0), ('rectify', 1)) as kinds (kind, cost),
     lateral (select now() - ${day} * 0.9 * n / $1 as at) as times`,
  `insert into gateway.idempotency (owner_id, route, key, fingerprint, step_id, created_at)
   select ${ofUser('n % ($1 / 10)')}, 'rectify', n::text, sha256('a'), ${ofStep('rectify', 'n')}, now() - ${day} * 0.9 * n / $1
   from generate_series(1, $1) n`,
  `insert into gateway.gifts (network, principal_id, given_at)
   select '10.' || n % 200 || '.0.0/16', ${ofUser('n')}, now() - ${day} * 0.9 * n / $1 from generate_series(1, $1) n`,
]

const batches = [
  `insert into gateway.batches (id, owner_id, test, networks, options, request_id, state, created_at, ends_by, ended_at)
   select md5('batch' || n)::uuid, ${ofUser('n')}, false, array['10.0.0.0/16'], '{}', 'request', 'finished', at, at + ${day}, at
   from generate_series(1, $1 / 10) n, lateral (select now() - ${day} * 9 * n / $1 as at) as times`,
  `insert into gateway.batch_items (batch_id, index, page, ingestion_id, state, rectify_id, status, charged)
   select md5('batch' || n)::uuid, place, 1, gen_random_uuid(), 'done', gen_random_uuid(), 'OK', 1
   from generate_series(1, $1 / 10) n, generate_series(0, 9) place`,
]

const auth = [
  `insert into auth.users (id, google_subject, email, name)
   select ${ofUser('n')}, 'subject' || n, n || '@exemple.test', 'N' from generate_series(1, $1) n`,
  `insert into auth.sessions (token_hash, user_id, expires_at)
   select sha256(n::text::bytea), ${ofUser('n')}, now() + 30 * ${day} * n / $1 from generate_series(1, $1) n`,
  `insert into auth.api_keys (id, user_id, hmac, kind, sealed)
   select gen_random_uuid(), ${ofUser('n')}, sha256((kind || n)::bytea), kind, 'local.'
   from generate_series(1, $1) n, (values ('live'), ('test')) as kinds (kind)`,
]

/** Everybody was given 5 credits and has spent 2; some have bought 100 more. */
const billing = [
  `insert into billing.wallets (id, kind, posted)
   select ${ofUser('n')}, 'account', case when n % 5 = 0 then 103 else 3 end from generate_series(1, $1) n`,
  `insert into billing.purchases (id, wallet_id, pack, credits, amount_cents, currency, state, session_id, paid_at, created_at)
   select md5('order' || n)::uuid, ${ofUser('n')}, 'pack100', 100, 500, 'eur', 'paid', 'cs_' || n, at, at
   from generate_series(5, $1, 5) n, lateral (select now() - ${day} - 300 * ${day} * n / $1 as at) as times`,
  `insert into billing.withdrawals (id, purchase_id, credits, refund_cents, refund_id, declared_at)
   select gen_random_uuid(), md5('order' || n)::uuid, 1, 5, 're_' || n, now() - ${day} from generate_series(5, $1, 5) n`,
  `insert into billing.entries (wallet_id, kind, posted_delta, held_delta, op_key, ref, at)
   select ${ofUser('n')}, kind, posted, held, coalesce(op_key, 'cs_' || n),
     case when kind = 'purchase' then md5('order' || n)::uuid::text end, now() - ${day} - 300 * ${day} * (1 - n::float / $1)
   from generate_series(1, $1) n, (values (1, 'free_topup', 5, 0, 'once'), (2, 'purchase', 100, 0, null), (3, 'hold', 0, 1, 'a'),
     (4, 'capture', -1, -1, 'a'), (5, 'hold', 0, 1, 'b'), (6, 'capture', -1, -1, 'b')) as lines (line, kind, posted, held, op_key)
   where kind <> 'purchase' or n % 5 = 0
   order by n, line`,
  // As if all of it had been checked; `$1` stands for no number here.
  `insert into billing.checked_balances (entry_id, posted, held, owed)
   select max(id), sum(posted_delta), sum(held_delta), sum(owed_delta) from billing.entries where $1 > 0 group by wallet_id`,
  // Some that the next check finds ended; an empty table would be planned for as one of thousands of rows.
  `insert into billing.open_holds select id from billing.entries where kind = 'hold' and $1 > 0 order by id desc limit 20`,
  `update billing.ledger_checks set entry_id = (select max(id) from billing.entries where $1 > 0) where scope = 'new'`,
]

const fillings = { gateway: [...gateway, ...batches], auth, billing }

/** Fills the tables of services, and counts their rows, so that Postgres plans as it does after months of work. */
export async function fillTables(
  adminUrl: string,
  rows: number,
  schemas: readonly (keyof typeof fillings)[] = ['gateway', 'auth', 'billing'],
): Promise<void> {
  await using admin = await connect(adminUrl)
  await admin.query('set session_replication_role = replica')
  for (const statement of schemas.flatMap((name) => fillings[name]))
    await admin.query(statement.replaceAll('$1', String(rows)))
  await admin.query('vacuum (analyze)')
}
