-- Whether a person has asked for the erasure that a job on the queue speaks of, and it is not finished.
create function is_erasing(erased uuid) returns boolean
language sql stable security definer set search_path = auth, pg_temp as $$
  select exists (select from erasures where user_id = erased)
$$;
grant execute on function is_erasing to gateway;
