-- Keeps a person's account from being erased until the end of the caller's transaction, so that what is written there for the person
-- is there when the erasure looks for it. False when the account is gone: then nothing may be written for it any more.
create function hold_user(wanted uuid) returns boolean
language plpgsql volatile security definer set search_path = auth, pg_temp as $$
begin
  perform from users where id = wanted for key share;
  return found;
end $$;
grant execute on function hold_user to gateway;
