-- A backup that is restored brings back accounts that were erased since. The gateway keeps a journal of them beside the database,
-- and asks which of those are here.
create function accounts_among(asked uuid[]) returns setof uuid
language sql stable security definer set search_path = auth, pg_temp as $$
  select id from users where id = any (asked)
$$;

-- Erases an account that was erased before; from here on it is an erasure like any other.
create function erase_again(erased uuid) returns void
language sql security definer set search_path = auth, pg_temp as $$
  with gone as (delete from users where id = erased returning id)
  insert into erasures (user_id) select id from gone on conflict do nothing
$$;
grant execute on function accounts_among, erase_again to gateway;
