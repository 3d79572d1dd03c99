-- Every function locks its wallet before it looks at the entries. Under READ COMMITTED the look then sees what the previous
-- owner of the lock committed, so that a repeated call finds its first effect instead of failing on a unique key.
-- Lock order: a guest before an account, at most one of each. Nothing moves from an account, so no cycle can form.

-- Spendable credits; null when there is no such wallet.
create function balance(wallet uuid) returns integer
language sql stable security definer set search_path = billing, pg_temp as $$
  select posted - held from wallets where id = wallet
$$;

-- Makes a guest's wallet with its first credits. Repeated: no effect. Returns what is spendable.
create function grant_guest(wallet uuid, amount integer) returns integer
language plpgsql security definer set search_path = billing, pg_temp as $$
begin
  insert into wallets (id, kind) values (wallet, 'guest') on conflict (id) do nothing;
  if found then
    insert into entries (wallet_id, kind, posted_delta, op_key) values (wallet, 'grant_guest', amount, 'welcome');
  end if;
  return balance(wallet);
end $$;

-- Free credits: once per wallet, or once in `every_days` days. Returns what was added, 0 when it is too early or the wallet has moved.
create function top_up(wallet uuid, amount integer, every_days integer default null) returns integer
language plpgsql security definer set search_path = billing, pg_temp as $$
begin
  insert into wallets (id, kind) values (wallet, 'account') on conflict (id) do nothing;
  perform from wallets where id = wallet and moved_to is null for no key update;
  if not found or exists (
    select from entries
    where wallet_id = wallet and kind = 'free_topup'
      and (every_days is null or at > now() - make_interval(days => every_days))
  ) then
    return 0;
  end if;
  insert into entries (wallet_id, kind, posted_delta, op_key)
  values (wallet, 'free_topup', amount, case when every_days is null then 'once' else to_char(now() at time zone 'UTC', 'YYYY-MM-DD') end);
  return amount;
end $$;

-- Paid credits, once per `op_key`; debts are repaid first. Returns whether this call was the one that counted.
create function "grant"(wallet uuid, amount integer, op_key text, ref text) returns boolean
language plpgsql security definer set search_path = billing, pg_temp as $$
declare
  repaid integer;
begin
  insert into wallets (id, kind) values (wallet, 'account') on conflict (id) do nothing;
  select least(owed, amount) into repaid from wallets where id = wallet and kind = 'account' for no key update;
  if not found then
    raise exception 'wallet % is a guest''s: guests buy nothing', wallet using errcode = 'invalid_parameter_value';
  end if;
  if exists (select from entries e where e.wallet_id = wallet and e.op_key = "grant".op_key and e.kind = 'purchase') then
    return false;
  end if;
  insert into entries (wallet_id, kind, posted_delta, owed_delta, op_key, ref)
  values (wallet, 'purchase', amount - repaid, -repaid, "grant".op_key, "grant".ref);
  return true;
end $$;

-- Takes paid credits back, once per `op_key`: what is spendable goes, the rest is owed until the next purchase. Returns whether
-- this call was the one that counted.
create function claw_back(wallet uuid, amount integer, op_key text, ref text) returns boolean
language plpgsql security definer set search_path = billing, pg_temp as $$
declare
  taken integer;
begin
  select least(posted - held, amount) into taken from wallets where id = wallet and kind = 'account' for no key update;
  if not found then
    raise exception 'there is no account %', wallet using errcode = 'no_data_found';
  end if;
  if exists (select from entries e where e.wallet_id = wallet and e.op_key = claw_back.op_key and e.kind = 'clawback') then
    return false;
  end if;
  insert into entries (wallet_id, kind, posted_delta, owed_delta, op_key, ref)
  values (wallet, 'clawback', -taken, amount - taken, claw_back.op_key, claw_back.ref);
  return true;
end $$;

-- Sets `amount` aside for the operation `op_key` (a step's id). False, and nothing written, when the wallet cannot pay or has
-- moved. Repeated: true, no effect.
create function hold(wallet uuid, op_key text, amount integer) returns boolean
language plpgsql security definer set search_path = billing, pg_temp as $$
declare
  spendable integer;
begin
  select posted - held into spendable from wallets where id = wallet and moved_to is null for no key update;
  if exists (select from entries e where e.wallet_id = wallet and e.op_key = hold.op_key and e.kind = 'hold') then
    return true;
  end if;
  if spendable is null or spendable < amount then
    return false;
  end if;
  insert into entries (wallet_id, kind, posted_delta, held_delta, op_key) values (wallet, 'hold', 0, amount, hold.op_key);
  return true;
end $$;

-- Takes credits from a guest to the account that it became; the caller holds the guest's lock.
create function forward(guest uuid, account uuid, amount integer, op_key text) returns void
language sql set search_path = billing, pg_temp as $$
  insert into entries (wallet_id, kind, posted_delta, op_key, ref)
  values (guest, 'move_out', -amount, op_key, account::text), (account, 'move_in', amount, op_key, guest::text)
$$;

-- Ends the hold `op_key` in one of its two ways, once. Ended the other way already, or never held: an error, because only a bug
-- in the caller gets there and its transaction must not commit. Returns what the owner can spend now.
create function settle(wallet uuid, op_key text, ending text) returns integer
language plpgsql set search_path = billing, pg_temp as $$
declare
  home wallets;
  amount integer;
  ended text;
  following integer;
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
    insert into entries (wallet_id, kind, posted_delta, held_delta, op_key)
    values (wallet, ending, case ending when 'capture' then -amount else 0 end, -amount, settle.op_key);
    following := case ending when 'void' then least(amount, home.move_allowance) else 0 end;
    if following > 0 then
      update wallets set move_allowance = move_allowance - following where id = wallet;
      perform forward(wallet, home.moved_to, following, settle.op_key);
    end if;
  end if;
  return balance(coalesce(home.moved_to, wallet));
end $$;

-- `wallet` is the one that was held, even when it has moved since.
create function capture(wallet uuid, op_key text) returns integer
language sql security definer set search_path = billing, pg_temp as $$
  select settle(wallet, op_key, 'capture')
$$;

-- As capture; what is voided after a merge becomes spendable in the account.
create function void(wallet uuid, op_key text) returns integer
language sql security definer set search_path = billing, pg_temp as $$
  select settle(wallet, op_key, 'void')
$$;

-- Merges a guest's wallet into an account's: what is spendable moves now, what is held follows when it is voided, `at_most` in
-- all. The guest's wallet is closed by it. An account takes in one guest, ever; an empty guest does not count. Returns what moved.
create function move(guest uuid, account uuid, at_most integer) returns integer
language plpgsql security definer set search_path = billing, pg_temp as $$
declare
  source wallets;
  amount integer;
begin
  select * into source from wallets where id = guest and kind = 'guest' and moved_to is null for no key update;
  if not found or source.posted = 0 then
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
  amount := least(source.posted - source.held, at_most);
  update wallets set moved_to = account, move_allowance = at_most - amount where id = guest;
  perform forward(guest, account, amount, 'merge');
  return amount;
end $$;

grant usage on schema billing to auth, gateway;
grant execute on function balance to auth, gateway;
grant execute on function grant_guest, top_up, hold, capture, void, move to gateway;
