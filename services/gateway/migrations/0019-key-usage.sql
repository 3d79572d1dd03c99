-- What each key of an account has spent or held, by day in UTC; the account's own key, in all its generations, has the account's id. It
-- outlives the steps, which go with their files.
create table key_usage (
  owner_id uuid not null,
  key_id uuid not null,
  day date not null,
  credits integer not null check (credits >= 0),
  primary key (owner_id, key_id, day)
);
create index key_usage_by_day on key_usage (day);

-- The key that a step's credit was counted for, and the day; null for a step that was free or came without a key.
alter table steps
  add column key_id uuid,
  add column key_day date,
  add constraint steps_counted_whole check ((key_id is null) = (key_day is null)) not valid;

-- A credit that is given back is no longer counted. Here and not in the gateway, since one of the former release may end a step too.
create function return_credit_to_key() returns trigger language plpgsql set search_path = gateway, pg_temp as $$
begin
  update key_usage set credits = credits - 1
  where owner_id = new.owner_id and key_id = new.key_id and day = new.key_day;
  return null;
end $$;
create trigger uncharged_steps_return_their_credit after update of charged on steps for each row
  when (new.key_id is not null and old.charged is null and new.charged = 0) execute function return_credit_to_key();
