-- Further keys of an account, each with a name, scopes, an end and a cap. A table of their own: the former release would take them for
-- the account's own keys, which may do everything. They are shown once, so no copy of them is kept.
create table named_keys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text not null,
  scopes text[] not null,
  expires_at timestamptz,
  credits_per_month integer check (credits_per_month > 0),
  hmac bytea not null,
  ending text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  constraint one_named_key_per_hmac unique (hmac),
  constraint named_hmac_is_sha256 check (octet_length(hmac) = 32),
  constraint scopes_known check (cardinality(scopes) > 0 and scopes <@ array['straighten', 'read', 'manage'])
);
create index named_keys_of_user on named_keys (user_id, created_at);

-- A valid key of either table, with its user. The account's own keys, which may do everything, have the user's id and no scopes.
-- Dates of use are written as find_key does.
create function identify_key(wanted bytea)
returns table (user_id uuid, key_id uuid, scopes text[], credits_per_month integer)
language plpgsql volatile security definer set search_path = auth, pg_temp as $$
#variable_conflict use_column
begin
  update named_keys set last_used_at = date_trunc('minute', now())
  where id = (
    select id from named_keys k
    where k.hmac = wanted and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
      and (k.last_used_at is null or k.last_used_at < now() - interval '1 minute')
    for no key update skip locked
  );
  return query
    select k.user_id, k.id, k.scopes, k.credits_per_month from named_keys k
    where k.hmac = wanted and k.revoked_at is null and (k.expires_at is null or k.expires_at > now());
  if not found then
    return query select owner, owner, null::text[], null::integer from find_key(wanted) owner where owner is not null;
  end if;
end $$;

-- Why a named key is not valid any more: 'revoked' or 'expired'; null for any other. A replaced key is forgotten, as the account's own.
create function end_of_key(wanted bytea) returns text
language sql stable security definer set search_path = auth, pg_temp as $$
  select case when revoked_at is null then 'expired' else 'revoked' end from named_keys
  where hmac = wanted and (revoked_at is not null or expires_at <= now())
$$;
grant execute on function identify_key, end_of_key to gateway;
