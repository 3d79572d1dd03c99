-- outside a transaction
-- Files whose objects are to be erased: written by the transaction that ends the file, deleted when the objects are gone.
create table if not exists files_to_erase (
  ingestion_id uuid primary key,
  since timestamptz not null default now(),
  -- Until then somebody is at it.
  due_at timestamptz not null
);
create index if not exists files_to_erase_due on files_to_erase (due_at);
create index if not exists files_to_erase_since on files_to_erase (since);

-- Periodic work that one gateway does for all: who takes a turn has it until then, and says when it is done.
create table if not exists turns (
  task text primary key,
  taken_until timestamptz not null,
  done_at timestamptz
);

drop index concurrently if exists ingestions_tombstones;
create index concurrently ingestions_tombstones on ingestions (expires_at) where state = 'expired';
drop index concurrently if exists idempotency_abandoned;
create index concurrently idempotency_abandoned on idempotency (created_at) where fingerprint is null;
