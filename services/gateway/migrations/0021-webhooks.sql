-- Whom to tell when this step ends; null for nobody.
alter table steps add column callback_url text;

create table webhook_endpoints (
  id uuid primary key,
  owner_id uuid not null,
  url text not null,
  events text[] not null,
  -- `failing`: paused by us; `gone`: it has answered 410.
  state text not null default 'active' check (state in ('active', 'paused', 'failing', 'gone')),
  sealed_secret text not null,
  -- Signs too until then, so that a receiver has the time to learn the new one.
  sealed_former_secret text,
  former_until timestamptz,
  failing_since timestamptz,
  credits_low_at integer not null,
  -- So that one is told once, until there is enough again.
  credits_low_told boolean not null default false,
  created_at timestamptz not null default now()
);
create index webhook_endpoints_of on webhook_endpoints (owner_id);

-- The outbox: written by the transaction in which it happens.
create table webhook_events (
  id uuid primary key,
  owner_id uuid not null,
  ingestion_id uuid,
  type text not null,
  -- As it is signed and sent, letter by letter.
  body text not null,
  created_at timestamptz not null default now()
);
create index webhook_events_of on webhook_events (owner_id);
create index webhook_events_by_age on webhook_events (created_at);

-- One event for one endpoint, or for the address that was given with the call.
create table webhook_deliveries (
  id uuid primary key,
  -- In the order of the events of an ingestion, whose row is locked while they are written.
  sequence bigint generated always as identity,
  event_id uuid not null references webhook_events on delete cascade,
  endpoint_id uuid references webhook_endpoints on delete cascade,
  owner_id uuid not null,
  ingestion_id uuid,
  url text not null,
  host text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'delivered', 'failed')),
  attempts integer not null default 0,
  -- Of the attempt under way: proves its outcome.
  attempt_token uuid,
  sent_at timestamptz,
  -- Null while its endpoint is paused.
  due_at timestamptz,
  created_at timestamptz not null default now(),
  check ((state = 'sending') = (attempt_token is not null and sent_at is not null)),
  unique (event_id, endpoint_id)
);
create index webhook_deliveries_due on webhook_deliveries (due_at) where state = 'waiting' and due_at is not null;
create index webhook_deliveries_held on webhook_deliveries (endpoint_id) where state = 'waiting' and due_at is null;
create index webhook_deliveries_sending on webhook_deliveries (sent_at) where state = 'sending';
create index webhook_deliveries_waiting_of on webhook_deliveries (owner_id, sequence) where state = 'waiting';
create index webhook_deliveries_in_order on webhook_deliveries (endpoint_id, ingestion_id, sequence) where state in ('waiting', 'sending');
create index webhook_deliveries_log on webhook_deliveries (endpoint_id, sequence desc);

create table webhook_attempts (
  delivery_id uuid not null references webhook_deliveries on delete cascade,
  number integer not null,
  at timestamptz not null,
  status integer,
  error text,
  answer text not null,
  milliseconds integer not null,
  primary key (delivery_id, number)
);
