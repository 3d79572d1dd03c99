-- Ceilings agreed with one customer, in place of those of everybody; an operator sets them. They go with the account.
alter table users
  add column uploads_per_minute integer check (uploads_per_minute > 0),
  add column steps_in_flight integer check (steps_in_flight > 0);

create function agreed_ceilings(account uuid) returns table (uploads_per_minute integer, steps_in_flight integer)
language sql stable security definer set search_path = auth, pg_temp as $$
  select u.uploads_per_minute, u.steps_in_flight from users u where u.id = account
$$;
grant execute on function agreed_ceilings to gateway;
