-- What was taken back can be given again: a dispute is won, a refund fails.
alter table entries drop constraint delta_fits_kind;
alter table entries add constraint delta_fits_kind check (
  case kind
    when 'grant_guest' then posted_delta >= 0 and held_delta = 0 and owed_delta = 0
    when 'free_topup' then posted_delta > 0 and held_delta = 0 and owed_delta = 0
    when 'purchase' then posted_delta >= 0 and held_delta = 0 and owed_delta <= 0 and posted_delta - owed_delta > 0
    when 'clawback' then posted_delta <= 0 and held_delta = 0 and owed_delta >= 0 and owed_delta - posted_delta > 0
    when 'release' then posted_delta >= 0 and held_delta = 0 and owed_delta <= 0 and posted_delta - owed_delta > 0
    when 'hold' then posted_delta = 0 and held_delta > 0 and owed_delta = 0
    when 'capture' then posted_delta < 0 and held_delta = posted_delta and owed_delta = 0
    when 'void' then posted_delta = 0 and held_delta < 0 and owed_delta = 0
    when 'move_out' then posted_delta <= 0 and held_delta = 0 and owed_delta = 0
    when 'move_in' then posted_delta >= 0 and held_delta = 0 and owed_delta = 0
    else false
  end
);

create index entries_by_wallet on entries (wallet_id, id);
create index entries_by_ref on entries (ref) where kind in ('clawback', 'release');

-- Gives credits back that were taken for `ref`, once per `op_key` and never more than were taken; debts are repaid first. Returns
-- whether this call was the one that counted.
create function release(wallet uuid, amount integer, op_key text, ref text) returns boolean
language plpgsql security definer set search_path = billing, pg_temp as $$
declare
  repaid integer;
  taken integer;
begin
  select least(owed, amount) into repaid from wallets where id = wallet for no key update;
  if exists (select from entries e where e.wallet_id = wallet and e.op_key = release.op_key and e.kind = 'release') then
    return false;
  end if;
  select sum(e.owed_delta - e.posted_delta) into taken from entries e
  where e.wallet_id = wallet and e.ref = release.ref and e.kind in ('clawback', 'release');
  if coalesce(taken, 0) < amount then
    raise exception 'only % were taken from % for %', taken, wallet, ref using errcode = 'no_data_found';
  end if;
  insert into entries (wallet_id, kind, posted_delta, owed_delta, op_key, ref)
  values (wallet, 'release', amount - repaid, -repaid, release.op_key, release.ref);
  return true;
end $$;

-- A wallet's history as its owner reads it: a hold shows while it is open, afterwards its end does. The lines' credits add up to
-- what is spendable.
create view history_lines as
  select id, wallet_id, at, kind, op_key, owed_delta, case kind when 'hold' then -held_delta else posted_delta end as credits
  from entries e
  where kind <> 'hold' or not exists (
    select from entries ending
    where ending.wallet_id = e.wallet_id and ending.op_key = e.op_key and ending.kind in ('capture', 'void')
  );

-- `size` lines of a wallet's history, newest first, older than the line `before` (null: from the top); `balance` is what was
-- spendable after the line.
create function history(wallet uuid, before bigint, size integer)
returns table (id bigint, at timestamptz, kind text, op_key text, credits integer, owed integer, balance integer)
language sql stable security definer set search_path = billing, pg_temp as $$
  with page as (
    select l.* from history_lines l
    where l.wallet_id = wallet and (before is null or l.id < before)
    order by l.id desc limit size
  )
  select p.id, p.at, p.kind, p.op_key, p.credits, p.owed_delta,
    (billing.balance(wallet)
      - coalesce((select sum(n.credits) from history_lines n where n.wallet_id = wallet and n.id >= before), 0)
      - coalesce(sum(p.credits) over (order by p.id desc rows between unbounded preceding and 1 preceding), 0))::integer
  from page p order by p.id desc
$$;

-- A person's id leaves the ledger with the person. The tables refuse every other change of an entry, and this one outside `erase`.
alter table wallets add column erased_at timestamptz;
alter table wallets drop constraint moved_to_a_wallet;
alter table wallets add constraint moved_to_a_wallet foreign key (moved_to) references wallets on update cascade;
alter table entries drop constraint entries_wallet_id_fkey;
alter table entries add constraint entries_wallet_id_fkey foreign key (wallet_id) references wallets on update cascade;

create or replace function refuse_rewriting() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('billing.erasing', true) = 'on' then
    return null;
  end if;
  raise exception 'ledger entries are append-only' using errcode = 'integrity_constraint_violation';
end $$;

create function refuse_new_meaning() returns trigger language plpgsql as $$
begin
  raise exception 'only whose an entry is can be forgotten' using errcode = 'integrity_constraint_violation';
end $$;

create trigger entries_keep_their_meaning before update on entries for each row
  when ((old.id, old.kind, old.posted_delta, old.held_delta, old.owed_delta, old.op_key, old.at)
    is distinct from (new.id, new.kind, new.posted_delta, new.held_delta, new.owed_delta, new.op_key, new.at))
  execute function refuse_new_meaning();

-- Puts pseudonyms in the place of an account's id and of the guest's that it took in; amounts and dates stay, as accounting
-- must. Returns false, and changes nothing, while credits are held: whoever holds them would not find the wallet again.
-- Repeated, or for somebody without a wallet: true, no effect.
create function erase(wallet uuid) returns boolean
language plpgsql security definer set search_path = billing, pg_temp as $$
declare
  named uuid;
  pseudonym uuid;
begin
  -- Purchases first, as whoever applies a payment does.
  perform from purchases where wallet_id = wallet order by id for update;
  perform from wallets where id = wallet or moved_to = wallet order by kind desc for update;
  if exists (select from wallets where (id = wallet or moved_to = wallet) and held > 0) then
    return false;
  end if;
  perform set_config('billing.erasing', 'on', true);
  update entries e set ref = null from wallets w
  where e.wallet_id = w.id and (w.id = wallet or w.moved_to = wallet) and e.kind in ('move_out', 'move_in');
  update purchases set idempotency_key = null where wallet_id = wallet;
  for named in select id from wallets where id = wallet or moved_to = wallet order by kind desc loop
    pseudonym := gen_random_uuid();
    update wallets set id = pseudonym, erased_at = now() where id = named;
  end loop;
  perform set_config('billing.erasing', 'off', true);
  return true;
end $$;

grant execute on function history to gateway;
grant execute on function erase to auth;
