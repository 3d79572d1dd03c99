-- Many inputs with common options. Their steps are written one after another, each when it is its turn.
create table batches (
  id uuid primary key,
  owner_id uuid not null,
  test boolean not null,
  -- As at its acceptance: the key that pays, what may be spent with it a month, and the networks that it came from.
  key_id uuid,
  key_credits_per_month integer,
  networks text[] not null,
  options jsonb not null,
  assembly jsonb,
  callback_url text,
  request_id text not null,
  state text not null default 'running' check (state in ('running', 'finished', 'cancelled')),
  created_at timestamptz not null default now(),
  ends_by timestamptz not null,
  -- When its last item and its last assembly had ended.
  ended_at timestamptz,
  check (state <> 'finished' or ended_at is not null)
);
create index batches_of on batches (owner_id, created_at desc);
create index batches_open on batches (owner_id, created_at) where ended_at is null;
create index batches_ended on batches (ended_at) where ended_at is not null;

create table batch_items (
  batch_id uuid not null references batches on delete cascade,
  index integer not null,
  reference text,
  "group" text,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  page integer not null check (page > 0),
  -- The file that is named, or the one that will be.
  ingestion_id uuid not null,
  name text,
  -- Of a file that is still to be fetched: sealed for it, and gone once it is no longer waiting.
  sealed_address text,
  sealed_password text,
  rectify_id uuid,
  status text,
  charged integer not null default 0 check (charged in (0, 1)),
  problem_sentence text,
  problem_params jsonb,
  primary key (batch_id, index),
  check (state in ('waiting', 'running') or (sealed_address is null and sealed_password is null)),
  check (state <> 'running' or rectify_id is not null),
  check ((state = 'failed') = (problem_sentence is not null))
);
create index batch_items_waiting on batch_items (batch_id, index) where state = 'waiting';
-- Whether a group's PDF may begin.
create index batch_items_open_of on batch_items (batch_id, "group") where state in ('waiting', 'running') and "group" is not null;
create index batch_items_running on batch_items (batch_id) where state = 'running';
create unique index batch_items_by_rectify on batch_items (rectify_id) where rectify_id is not null;

-- One PDF per group, made once all of its items have ended.
create table batch_assemblies (
  batch_id uuid not null references batches on delete cascade,
  "group" text not null,
  -- In the order in which groups come first.
  place integer not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  step_id uuid,
  problem_sentence text,
  problem_params jsonb,
  primary key (batch_id, "group"),
  check ((state = 'failed') = (problem_sentence is not null))
);
create unique index batch_assemblies_by_step on batch_assemblies (step_id) where step_id is not null;
create index batch_assemblies_waiting on batch_assemblies (batch_id) where state = 'waiting';
