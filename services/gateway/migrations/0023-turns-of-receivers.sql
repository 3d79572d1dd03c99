-- When each account was last given a turn, and until when its receivers count as slow: they share what is left to slow ones.
create table webhook_turns (
  owner_id uuid primary key,
  served_at timestamptz,
  slow_until timestamptz,
  changed_at timestamptz not null default now()
);
create index webhook_turns_by_age on webhook_turns (changed_at);

-- Finds what is due by account, so that no account's backlog stands before another's.
create index webhook_deliveries_due_of on webhook_deliveries (owner_id, due_at, sequence) where state = 'waiting' and due_at is not null;
