-- Functions of this schema move money: nobody may call one unless a migration grants it by name.
alter default privileges revoke execute on functions from public;

-- A wallet has the id of its principal. Its columns are a projection of its entries, kept so that a hold reads one row.
create table wallets (
  id uuid primary key,
  kind text not null,
  posted integer not null default 0,
  held integer not null default 0,
  owed integer not null default 0,
  -- Where a guest's credits went, and how many may still follow when its open holds are voided.
  moved_to uuid,
  move_allowance integer not null default 0,
  created_at timestamptz not null default now(),
  constraint wallet_kind_known check (kind in ('guest', 'account')),
  constraint spendable_not_negative check (posted - held >= 0),
  constraint held_not_negative check (held >= 0),
  constraint owed_not_negative check (owed >= 0),
  constraint allowance_not_negative check (move_allowance >= 0),
  constraint only_guests_move check (moved_to is null or kind = 'guest'),
  constraint moved_to_a_wallet foreign key (moved_to) references wallets,
  -- An account takes in one guest, ever.
  constraint one_guest_per_account unique (moved_to)
);

create table entries (
  id bigint generated always as identity primary key,
  wallet_id uuid not null references wallets,
  kind text not null,
  posted_delta integer not null,
  held_delta integer not null default 0,
  owed_delta integer not null default 0,
  op_key text not null,
  ref text,
  at timestamptz not null default now(),
  constraint once_per_operation unique (wallet_id, op_key, kind),
  -- The direction of each kind: a negative hold would mint credits.
  constraint delta_fits_kind check (
    case kind
      when 'grant_guest' then posted_delta >= 0 and held_delta = 0 and owed_delta = 0
      when 'free_topup' then posted_delta > 0 and held_delta = 0 and owed_delta = 0
      when 'purchase' then posted_delta >= 0 and held_delta = 0 and owed_delta <= 0 and posted_delta - owed_delta > 0
      when 'clawback' then posted_delta <= 0 and held_delta = 0 and owed_delta >= 0 and owed_delta - posted_delta > 0
      when 'hold' then posted_delta = 0 and held_delta > 0 and owed_delta = 0
      when 'capture' then posted_delta < 0 and held_delta = posted_delta and owed_delta = 0
      when 'void' then posted_delta = 0 and held_delta < 0 and owed_delta = 0
      when 'move_out' then posted_delta <= 0 and held_delta = 0 and owed_delta = 0
      when 'move_in' then posted_delta >= 0 and held_delta = 0 and owed_delta = 0
      else false
    end
  )
);

-- A hold ends once: captured or voided, never both.
create unique index settled_once on entries (wallet_id, op_key) where kind in ('capture', 'void');

create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  raise exception 'ledger entries are append-only' using errcode = 'integrity_constraint_violation';
end $$;

create trigger entries_are_append_only before update or delete or truncate on entries
  for each statement execute function refuse_rewriting();

create function project_entry() returns trigger language plpgsql as $$
begin
  update billing.wallets
  set posted = posted + new.posted_delta, held = held + new.held_delta, owed = owed + new.owed_delta
  where id = new.wallet_id;
  return null;
end $$;

create trigger entries_move_the_wallet after insert on entries
  for each row execute function project_entry();

create function refuse_balance_without_entry() returns trigger language plpgsql as $$
begin
  raise exception 'a balance changes only through an entry' using errcode = 'integrity_constraint_violation';
end $$;

create trigger balances_follow_entries before update of posted, held, owed on wallets
  for each row when (pg_trigger_depth() = 0) execute function refuse_balance_without_entry();

create trigger wallets_start_empty before insert on wallets
  for each row when (new.posted <> 0 or new.held <> 0 or new.owed <> 0) execute function refuse_balance_without_entry();
