create table guests (
  id uuid primary key,
  -- SHA-256 of the guest_key cookie; the clear value is in no table.
  key_hash bytea not null unique check (length(key_hash) = 32),
  -- The /24 or /64 that the guest came from; null where it is not counted.
  network text,
  created_at timestamptz not null default now()
);
create index guests_by_network on guests (network, created_at) where network is not null;

create table ingestions (
  id uuid primary key,
  owner_id uuid not null,
  state text not null check (state in ('receiving', 'received', 'ready', 'failed', 'expired')),
  name text not null,
  mime text,
  bytes bigint check (bytes > 0),
  sha256 bytea check (length(sha256) = 32),
  pages jsonb,
  progressive boolean,
  -- Whole milliseconds, since the list's cursor carries no more.
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz not null,
  check (state in ('receiving', 'expired') or (mime is not null and bytes is not null and sha256 is not null)),
  check (state <> 'ready' or pages is not null)
);
create index ingestions_by_owner on ingestions (owner_id, created_at desc, id desc);
create index ingestions_by_expiry on ingestions (expires_at) where state <> 'expired';
create index ingestions_receiving on ingestions (created_at) where state = 'receiving';

create table steps (
  id uuid primary key,
  ingestion_id uuid not null references ingestions on delete cascade,
  owner_id uuid not null,
  -- Whose credit is held: stays when the ingestion changes owner, the ledger follows the merge.
  wallet_id uuid not null,
  kind text not null check (kind in ('ingest', 'detect', 'rectify')),
  page integer not null check (page > 0),
  input jsonb not null,
  lane text not null,
  state text not null default 'waiting' check (state in ('waiting', 'dispatched', 'done', 'failed', 'cancelled')),
  attempts integer not null default 1 check (attempts > 0),
  -- Credits held at acceptance.
  cost integer not null default 0 check (cost in (0, 1)),
  -- Credits taken in the end, and what was left then: the headers of every answer about this step.
  charged integer check (charged in (0, 1) and charged <= cost),
  remaining integer check (remaining >= 0),
  result jsonb,
  problem_code text,
  problem_detail text,
  request_id text not null,
  created_at timestamptz not null default now(),
  deadline_at timestamptz not null,
  dispatched_at timestamptz,
  finished_at timestamptz,
  check ((state = 'done') = (result is not null)),
  check ((state = 'failed') = (problem_code is not null)),
  check ((state in ('done', 'failed', 'cancelled')) = (finished_at is not null)),
  check (state <> 'dispatched' or dispatched_at is not null)
);
create index steps_by_ingestion on steps (ingestion_id, page, kind, created_at);
create index steps_waiting on steps (owner_id, created_at, id) where state = 'waiting';
create index steps_dispatched on steps (owner_id, dispatched_at) where state = 'dispatched';
create index steps_unfinished on steps (deadline_at) where state in ('waiting', 'dispatched');

create table idempotency (
  owner_id uuid not null,
  route text not null,
  key text not null check (length(key) between 1 and 255),
  -- Null while the file is still being received.
  fingerprint bytea check (length(fingerprint) = 32),
  -- The answer is the step's, or the one written here.
  step_id uuid references steps on delete cascade,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (owner_id, route, key)
);
create index idempotency_by_age on idempotency (created_at);
create index idempotency_by_step on idempotency (step_id);
