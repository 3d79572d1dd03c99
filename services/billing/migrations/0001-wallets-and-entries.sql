-- Functions of this schema move money: nobody may call one unless a migration grants it by name.
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

-- A wallet has the id of its principal. Its columns are a projection of its entries, kept so that a hold reads one row.
CREATE TABLE wallets (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  posted integer NOT NULL DEFAULT 0,
  held integer NOT NULL DEFAULT 0,
  owed integer NOT NULL DEFAULT 0,
  -- Where a guest's credits went, and how many may still follow when its open holds are voided.
  moved_to uuid,
  move_allowance integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT wallet_kind_known CHECK (kind IN ('guest', 'account')),
  CONSTRAINT spendable_not_negative CHECK (posted - held >= 0),
  CONSTRAINT held_not_negative CHECK (held >= 0),
  CONSTRAINT owed_not_negative CHECK (owed >= 0),
  CONSTRAINT allowance_not_negative CHECK (move_allowance >= 0),
  CONSTRAINT only_guests_move CHECK (moved_to IS NULL OR kind = 'guest'),
  CONSTRAINT moved_to_a_wallet FOREIGN KEY (moved_to) REFERENCES wallets,
  -- An account takes in one guest, ever.
  CONSTRAINT one_guest_per_account UNIQUE (moved_to)
);

CREATE TABLE entries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  wallet_id uuid NOT NULL REFERENCES wallets,
  kind text NOT NULL,
  posted_delta integer NOT NULL,
  held_delta integer NOT NULL DEFAULT 0,
  owed_delta integer NOT NULL DEFAULT 0,
  op_key text NOT NULL,
  ref text,
  at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT once_per_operation UNIQUE (wallet_id, op_key, kind),
  -- The direction of each kind: a negative hold would mint credits.
  CONSTRAINT delta_fits_kind CHECK (
    CASE kind
      WHEN 'grant_guest' THEN posted_delta >= 0 AND held_delta = 0 AND owed_delta = 0
      WHEN 'free_topup' THEN posted_delta > 0 AND held_delta = 0 AND owed_delta = 0
      WHEN 'purchase' THEN posted_delta >= 0 AND held_delta = 0 AND owed_delta <= 0 AND posted_delta - owed_delta > 0
      WHEN 'hold' THEN posted_delta = 0 AND held_delta > 0 AND owed_delta = 0
      WHEN 'capture' THEN posted_delta < 0 AND held_delta = posted_delta AND owed_delta = 0
      WHEN 'void' THEN posted_delta = 0 AND held_delta < 0 AND owed_delta = 0
      WHEN 'move_out' THEN posted_delta <= 0 AND held_delta = 0 AND owed_delta = 0
      WHEN 'move_in' THEN posted_delta >= 0 AND held_delta = 0 AND owed_delta = 0
      ELSE false
    END
  )
);

-- A hold ends once: captured or voided, never both.
CREATE UNIQUE INDEX settled_once ON entries (wallet_id, op_key) WHERE kind IN ('capture', 'void');

CREATE FUNCTION refuse_rewriting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger entries are append-only' USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER entries_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

CREATE FUNCTION project_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE billing.wallets
  SET posted = posted + NEW.posted_delta, held = held + NEW.held_delta, owed = owed + NEW.owed_delta
  WHERE id = NEW.wallet_id;
  RETURN NULL;
END $$;

CREATE TRIGGER entries_move_the_wallet AFTER INSERT ON entries
  FOR EACH ROW EXECUTE FUNCTION project_entry();

CREATE FUNCTION refuse_balance_without_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a balance changes only through an entry' USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER balances_follow_entries BEFORE UPDATE OF posted, held, owed ON wallets
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_balance_without_entry();

CREATE TRIGGER wallets_start_empty BEFORE INSERT ON wallets
  FOR EACH ROW WHEN (NEW.posted <> 0 OR NEW.held <> 0 OR NEW.owed <> 0) EXECUTE FUNCTION refuse_balance_without_entry();
