-- What is owed comes before what can be spent: all credits that come, or come back, repay it first.
alter table entries drop constraint delta_fits_kind;
alter table entries add constraint delta_fits_kind check (
  case kind
    when 'grant_guest' then posted_delta >= 0 and held_delta = 0 and owed_delta = 0
    when 'free_topup' then posted_delta >= 0 and held_delta = 0 and owed_delta <= 0 and posted_delta - owed_delta > 0
    when 'purchase' then posted_delta >= 0 and held_delta = 0 and owed_delta <= 0 and posted_delta - owed_delta > 0
    when 'clawback' then posted_delta <= 0 and held_delta = 0 and owed_delta >= 0 and owed_delta - posted_delta > 0
    when 'release' then posted_delta >= 0 and held_delta = 0 and owed_delta <= 0 and posted_delta - owed_delta > 0
    when 'hold' then posted_delta = 0 and held_delta > 0 and owed_delta = 0
    when 'capture' then posted_delta < 0 and held_delta = posted_delta and owed_delta = 0
    when 'void' then held_delta < 0 and posted_delta between held_delta and 0 and owed_delta = posted_delta
    when 'move_out' then posted_delta <= 0 and held_delta = 0 and owed_delta = 0
    when 'move_in' then posted_delta >= 0 and held_delta = 0 and owed_delta <= 0
    else false
  end
);

-- Whoever could spend and owed at once repays now: taken back, and given again to the debt, for the same purchase.
with indebted as (
  select w.id, least(w.owed, w.posted - w.held) as amount,
    (select e.ref from entries e where e.wallet_id = w.id and e.kind = 'clawback' order by e.id desc limit 1) as ref
  from wallets w where w.owed > 0 and w.posted > w.held
)
insert into entries (wallet_id, kind, posted_delta, owed_delta, op_key, ref)
select id, 'clawback', -amount, 0, 'debts come first', ref from indebted
union all
select id, 'release', 0, -amount, 'debts come first', ref from indebted;

alter table wallets add constraint debts_come_first check (owed <= 0 or posted = held);

-- The most that may be given for nothing. Billing writes its own settings here; who calls the functions cannot.
create table gift_limits (
  kind text primary key,
  credits_max integer not null,
  constraint gift_kind_known check (kind in ('grant_guest', 'free_topup')),
  constraint gift_not_negative check (credits_max >= 0)
);
insert into gift_limits (kind, credits_max) values ('grant_guest', 10), ('free_topup', 5);

-- What a guest and its account were given twice stays in the guest's closed wallet; the rest of it follows.
alter table wallets drop column move_allowance;
alter table wallets add column withheld integer not null default 0;
update wallets set withheld = posted - held where moved_to is not null and posted > held;
alter table wallets add constraint withheld_not_negative check (withheld >= 0);

-- Credits that a wallet owes; null when there is no such wallet.
create function debt(wallet uuid) returns integer
language sql stable security definer set search_path = billing, pg_temp as $$
  select owed from wallets where id = wallet
$$;

-- Credits that a wallet was given for nothing, whatever became of them.
create function gifts(wallet uuid) returns integer
language sql stable set search_path = billing, pg_temp as $$
  select coalesce(sum(posted_delta - owed_delta), 0)::integer from entries
  where wallet_id = wallet and kind in ('grant_guest', 'free_topup')
$$;

-- Books credits that come in: what is owed is repaid first.
create function receive(wallet uuid, kind text, amount integer, op_key text, ref text) returns void
language plpgsql set search_path = billing, pg_temp as $$
declare
  repaid integer;
begin
  select least(owed, amount) into repaid from wallets where id = wallet for no key update;
  insert into entries (wallet_id, kind, posted_delta, owed_delta, op_key, ref)
  values (wallet, receive.kind, amount - repaid, -repaid, receive.op_key, receive.ref);
end $$;

-- Makes a guest's wallet with its first credits, no more than the limit. Repeated: no effect. Returns what is spendable.
create or replace function grant_guest(wallet uuid, amount integer) returns integer
language plpgsql security definer set search_path = billing, pg_temp as $$
declare
  most integer := (select credits_max from gift_limits where kind = 'grant_guest');
begin
  insert into wallets (id, kind) values (wallet, 'guest') on conflict (id) do nothing;
  if found then
    insert into entries (wallet_id, kind, posted_delta, op_key) values (wallet, 'grant_guest', least(amount, most), 'welcome');
  end if;
  return balance(wallet);
end $$;

-- Free credits, once for a guest and the account that it became, no more than the limit. Returns what was given; 0 when that has
-- happened, or when the wallet has moved.
drop function top_up(uuid, integer, integer);
create function top_up(wallet uuid, amount integer) returns integer
language plpgsql security definer set search_path = billing, pg_temp as $$
declare
  most integer := (select credits_max from gift_limits where kind = 'free_topup');
begin
  insert into wallets (id, kind) values (wallet, 'account') on conflict (id) do nothing;
  perform from wallets where id = wallet and moved_to is null for no key update;
  if not found or most = 0 or exists (
    select from entries e join wallets w on w.id = e.wallet_id
    where (w.id = wallet or w.moved_to = wallet) and e.kind = 'free_topup'
  ) then
    return 0;
  end if;
  perform receive(wallet, 'free_topup', least(amount, most), 'once', null);
  return least(amount, most);
end $$;

-- Paid credits, once per `op_key`; debts are repaid first. Returns whether this call was the one that counted.
create or replace function "grant"(wallet uuid, amount integer, op_key text, ref text) returns boolean
language plpgsql security definer set search_path = billing, pg_temp as $$
begin
  insert into wallets (id, kind) values (wallet, 'account') on conflict (id) do nothing;
  perform from wallets where id = wallet and kind = 'account' for no key update;
  if not found then
    raise exception 'wallet % is a guest''s: guests buy nothing', wallet using errcode = 'invalid_parameter_value';
  end if;
  if exists (select from entries e where e.wallet_id = wallet and e.op_key = "grant".op_key and e.kind = 'purchase') then
    return false;
  end if;
  perform receive(wallet, 'purchase', amount, op_key, ref);
  return true;
end $$;

-- Gives credits back that were taken for `ref`, once per `op_key` and never more than were taken; debts are repaid first. Returns
-- whether this call was the one that counted.
create or replace function release(wallet uuid, amount integer, op_key text, ref text) returns boolean
language plpgsql security definer set search_path = billing, pg_temp as $$
declare
  taken integer;
begin
  perform from wallets where id = wallet for no key update;
  if exists (select from entries e where e.wallet_id = wallet and e.op_key = release.op_key and e.kind = 'release') then
    return false;
  end if;
  select sum(e.owed_delta - e.posted_delta) into taken from entries e
  where e.wallet_id = wallet and e.ref = release.ref and e.kind in ('clawback', 'release');
  if coalesce(taken, 0) < amount then
    raise exception 'only % were taken from % for %', taken, wallet, ref using errcode = 'no_data_found';
  end if;
  perform receive(wallet, 'release', amount, op_key, ref);
  return true;
end $$;

-- Sends what a merged guest could spend on to its account, but for what is withheld. The caller holds the guest's lock. Returns
-- what went.
create function follow(guest uuid, op_key text) returns integer
language plpgsql set search_path = billing, pg_temp as $$
declare
  source wallets;
  amount integer;
begin
  select * into source from wallets where id = guest;
  amount := greatest(source.posted - source.held - source.withheld, 0);
  if amount > 0 then
    insert into entries (wallet_id, kind, posted_delta, op_key, ref)
    values (guest, 'move_out', -amount, follow.op_key, source.moved_to::text);
    perform receive(source.moved_to, 'move_in', amount, op_key, guest::text);
  end if;
  return amount;
end $$;

-- Ends the hold `op_key` in one of its two ways, once. What is given back repays debts first, and follows a guest that has merged.
-- Ended the other way already, or never held: an error, because only a bug in the caller gets there and its transaction must not
-- commit. Returns what the owner can spend now.
create or replace function settle(wallet uuid, op_key text, ending text) returns integer
language plpgsql set search_path = billing, pg_temp as $$
declare
  home wallets;
  amount integer;
  ended text;
  leaving integer;
  repaid integer;
begin
  select * into home from wallets where id = wallet for no key update;
  select e.held_delta into amount from entries e where e.wallet_id = wallet and e.op_key = settle.op_key and e.kind = 'hold';
  if not found then
    raise exception 'wallet % holds nothing for %', wallet, op_key using errcode = 'no_data_found';
  end if;
  select e.kind into ended from entries e
  where e.wallet_id = wallet and e.op_key = settle.op_key and e.kind in ('capture', 'void');
  if ended <> ending then
    raise exception 'hold % has ended by %: no %', op_key, ended, ending using errcode = 'integrity_constraint_violation';
  end if;
  if ended is null then
    repaid := case ending when 'void' then least(home.owed, amount) else 0 end;
    leaving := case ending when 'capture' then amount else repaid end;
    insert into entries (wallet_id, kind, posted_delta, held_delta, owed_delta, op_key)
    values (wallet, ending, -leaving, -amount, -repaid, settle.op_key);
    if home.moved_to is not null then
      perform follow(wallet, settle.op_key);
    end if;
  end if;
  return balance(coalesce(home.moved_to, wallet));
end $$;

drop function forward(uuid, uuid, integer, text);

-- Merges a guest's wallet into an account's: what is spendable moves now, what is held follows when it is voided. Together the two
-- keep no more than `at_most` of what they were given, nor than the limits; the guest's wallet is closed by it. An account takes in
-- one guest, ever; a guest that was given nothing does not count. Returns what moved.
create or replace function move(guest uuid, account uuid, at_most integer) returns integer
language plpgsql security definer set search_path = billing, pg_temp as $$
declare
  most integer := least(at_most, (select sum(credits_max) from gift_limits));
begin
  perform from wallets where id = guest and kind = 'guest' and moved_to is null for no key update;
  if not found or gifts(guest) = 0 then
    return 0;
  end if;
  insert into wallets (id, kind) values (account, 'account') on conflict (id) do nothing;
  perform from wallets where id = account and kind = 'account' for no key update;
  if not found then
    raise exception 'wallet % is a guest''s: credits move to accounts only', account using errcode = 'invalid_parameter_value';
  end if;
  if exists (select from wallets where moved_to = account) then
    return 0;
  end if;
  update wallets set moved_to = account, withheld = greatest(gifts(guest) + gifts(account) - most, 0) where id = guest;
  return follow(guest, 'merge');
end $$;

grant execute on function debt to auth, gateway;
grant execute on function top_up to gateway;
