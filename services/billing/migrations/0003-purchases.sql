-- What somebody has asked to buy, at the price of that moment. Credits follow from entries alone; a row here says why.
create table purchases (
  id uuid primary key,
  wallet_id uuid not null,
  pack text not null,
  credits integer not null,
  amount_cents integer not null,
  currency text not null,
  state text not null default 'open',
  -- Stripe's names for the order and for its payment; null until they are known.
  session_id text,
  payment_id text,
  idempotency_key text,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  constraint purchase_of_a_wallet foreign key (wallet_id) references wallets on update cascade,
  constraint purchase_has_a_price check (credits > 0 and amount_cents > 0),
  constraint purchase_state_known check (state in ('open', 'pending', 'paid', 'failed', 'expired')),
  constraint paid_purchase_has_a_time check ((state = 'paid') = (paid_at is not null)),
  constraint one_purchase_per_session unique (session_id),
  constraint one_purchase_per_key unique (wallet_id, idempotency_key)
);
create index purchases_pending on purchases (created_at) where state = 'pending';

-- A withdrawal from the contract (L221-18): what was unused when it was declared. Name and address are not kept.
create table withdrawals (
  id uuid primary key,
  purchase_id uuid not null references purchases,
  credits integer not null,
  refund_cents integer not null,
  -- Stripe's name for the refund; null until Stripe has accepted it.
  refund_id text,
  declared_at timestamptz not null,
  constraint withdrawal_returns_something check (credits > 0 and refund_cents > 0),
  constraint one_withdrawal_per_purchase unique (purchase_id)
);
create index withdrawals_unrefunded on withdrawals (declared_at) where refund_id is null;
