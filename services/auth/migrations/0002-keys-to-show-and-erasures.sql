-- A key can be shown again: an encrypted copy, bound to its user and its row, goes with the key when it is revoked.
alter table api_keys
  add column kind text not null,
  add column sealed text,
  add column last_used_at timestamptz,
  add constraint key_kind_known check (kind in ('live', 'test')),
  add constraint only_live_keys_are_shown check ((sealed is null) = (revoked_at is not null));
drop index keys_of_user;
create index keys_of_user on api_keys (user_id, created_at);
create unique index one_valid_key_per_kind on api_keys (user_id, kind) where revoked_at is null;

create index sessions_by_expiry on sessions (expires_at);

-- Accounts that are gone here and not yet everywhere. The row goes last.
create table erasures (
  user_id uuid primary key,
  requested_at timestamptz not null default now(),
  gateway_done_at timestamptz
);

-- The user of a key that has not been revoked; null otherwise. Writes the date of use at most once a minute, and never waits
-- for another caller who is just doing so.
create or replace function find_key(hmac bytea) returns uuid
language sql volatile security definer set search_path = auth, pg_temp as $$
  update api_keys set last_used_at = date_trunc('minute', now())
  where id = (
    select id from api_keys k
    where k.hmac = find_key.hmac and k.revoked_at is null
      and (k.last_used_at is null or k.last_used_at < now() - interval '1 minute')
    for no key update skip locked
  );
  select user_id from api_keys k where k.hmac = find_key.hmac and k.revoked_at is null
$$;

-- The gateway says that it holds nothing of this person any more. Repeated, or unasked: no effect.
create function confirm_erasure(erased uuid) returns void
language sql security definer set search_path = auth, pg_temp as $$
  update erasures set gateway_done_at = now() where user_id = erased and gateway_done_at is null
$$;
grant execute on function confirm_erasure to gateway;
