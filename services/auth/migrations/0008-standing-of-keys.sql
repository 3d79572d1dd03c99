-- Whether a named key may still spend, and how much a month: asked for each item of a batch that was begun with it. No row for a key
-- that is gone.
create function standing_of_key(wanted uuid) returns table (ended text, credits_per_month integer)
language sql stable security definer set search_path = auth, pg_temp as $$
  select case when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired' end, credits_per_month
  from named_keys where id = wanted
$$;
grant execute on function standing_of_key to gateway;
