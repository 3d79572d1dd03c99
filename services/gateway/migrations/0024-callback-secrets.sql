-- What signs the deliveries to addresses that an account gives with its calls.
create table callback_secrets (
  owner_id uuid primary key,
  sealed_secret text not null,
  -- Signs too until then, so that a receiver has the time to learn the new one.
  sealed_former_secret text,
  former_until timestamptz
);
-- Sent again by hand, out of order: no other waits for it.
alter table webhook_deliveries add column resent boolean not null default false;
create index webhook_deliveries_log_of_callbacks on webhook_deliveries (owner_id, sequence desc) where endpoint_id is null;
