-- How far the ledger is checked, and what was found: one row for the check of new entries, one for that of the whole ledger.
create table ledger_checks (
  scope text primary key,
  -- All entries up to this one are checked; null for the whole ledger, which has no such mark.
  entry_id bigint,
  checked_at timestamptz,
  -- Violations by invariant; those of new entries add up until the whole ledger is checked.
  violations jsonb not null default '{}',
  found_at timestamptz,
  constraint check_scope_known check ((scope, entry_id is null) in (('new', false), ('whole', true)))
);

-- What a wallet had after an entry, as sums of its entries: the last checked one of each wallet that was active since this exists. By
-- entry, not by wallet, so that neither holds nor erasures have to wait for a check.
create table checked_balances (
  entry_id bigint primary key,
  posted integer not null,
  held integer not null,
  owed integer not null
);

-- The checked holds that were open then: the check asks only these whether they have ended.
create table open_holds (entry_id bigint primary key);

-- No entry is under way, so that none is missed at the border.
lock table entries in share mode;
insert into ledger_checks (scope, entry_id, checked_at)
select 'new', coalesce(max(id), 0), now() from entries
union all
select 'whole', null, null;
insert into open_holds
select h.id from wallets w join entries h on h.wallet_id = w.id and h.kind = 'hold'
where w.held > 0 and not exists (
  select from entries e where e.wallet_id = h.wallet_id and e.op_key = h.op_key and e.kind in ('capture', 'void')
);
