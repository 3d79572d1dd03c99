-- Every function locks its wallet before it looks at the entries. Under READ COMMITTED the look then sees what the previous
-- owner of the lock committed, so that a repeated call finds its first effect instead of failing on a unique key.
-- Lock order: a guest before an account, at most one of each. Nothing moves from an account, so no cycle can form.

-- Spendable credits; null when there is no such wallet.
CREATE FUNCTION balance(wallet uuid) RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = billing, pg_temp AS $$
  SELECT posted - held FROM wallets WHERE id = wallet
$$;

-- Makes a guest's wallet with its first credits. Repeated: no effect. Returns what is spendable.
CREATE FUNCTION grant_guest(wallet uuid, amount integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = billing, pg_temp AS $$
BEGIN
  INSERT INTO wallets (id, kind) VALUES (wallet, 'guest') ON CONFLICT (id) DO NOTHING;
  IF FOUND THEN
    INSERT INTO entries (wallet_id, kind, posted_delta, op_key) VALUES (wallet, 'grant_guest', amount, 'welcome');
  END IF;
  RETURN balance(wallet);
END $$;

-- Free credits: once per wallet, or once in `every_days` days. Returns what was added, 0 when it is too early or the wallet has moved.
CREATE FUNCTION top_up(wallet uuid, amount integer, every_days integer DEFAULT NULL) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = billing, pg_temp AS $$
BEGIN
  INSERT INTO wallets (id, kind) VALUES (wallet, 'account') ON CONFLICT (id) DO NOTHING;
  PERFORM FROM wallets WHERE id = wallet AND moved_to IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND OR EXISTS (
    SELECT FROM entries
    WHERE wallet_id = wallet AND kind = 'free_topup'
      AND (every_days IS NULL OR at > now() - make_interval(days => every_days))
  ) THEN
    RETURN 0;
  END IF;
  INSERT INTO entries (wallet_id, kind, posted_delta, op_key)
  VALUES (wallet, 'free_topup', amount, CASE WHEN every_days IS NULL THEN 'once' ELSE to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD') END);
  RETURN amount;
END $$;

-- Paid credits, once per `op_key`; debts are repaid first. Returns whether this call was the one that counted.
CREATE FUNCTION "grant"(wallet uuid, amount integer, op_key text, ref text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = billing, pg_temp AS $$
DECLARE
  repaid integer;
BEGIN
  INSERT INTO wallets (id, kind) VALUES (wallet, 'account') ON CONFLICT (id) DO NOTHING;
  SELECT least(owed, amount) INTO repaid FROM wallets WHERE id = wallet AND kind = 'account' FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'wallet % is a guest''s: guests buy nothing', wallet USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF EXISTS (SELECT FROM entries e WHERE e.wallet_id = wallet AND e.op_key = "grant".op_key AND e.kind = 'purchase') THEN
    RETURN false;
  END IF;
  INSERT INTO entries (wallet_id, kind, posted_delta, owed_delta, op_key, ref)
  VALUES (wallet, 'purchase', amount - repaid, -repaid, "grant".op_key, "grant".ref);
  RETURN true;
END $$;

-- Sets `amount` aside for the operation `op_key` (a step's id). False, and nothing written, when the wallet cannot pay or has
-- moved. Repeated: true, no effect.
CREATE FUNCTION hold(wallet uuid, op_key text, amount integer) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = billing, pg_temp AS $$
DECLARE
  spendable integer;
BEGIN
  SELECT posted - held INTO spendable FROM wallets WHERE id = wallet AND moved_to IS NULL FOR NO KEY UPDATE;
  IF EXISTS (SELECT FROM entries e WHERE e.wallet_id = wallet AND e.op_key = hold.op_key AND e.kind = 'hold') THEN
    RETURN true;
  END IF;
  IF spendable IS NULL OR spendable < amount THEN
    RETURN false;
  END IF;
  INSERT INTO entries (wallet_id, kind, posted_delta, held_delta, op_key) VALUES (wallet, 'hold', 0, amount, hold.op_key);
  RETURN true;
END $$;

-- Takes credits from a guest to the account that it became; the caller holds the guest's lock.
CREATE FUNCTION forward(guest uuid, account uuid, amount integer, op_key text) RETURNS void
LANGUAGE sql SET search_path = billing, pg_temp AS $$
  INSERT INTO entries (wallet_id, kind, posted_delta, op_key, ref)
  VALUES (guest, 'move_out', -amount, op_key, account::text), (account, 'move_in', amount, op_key, guest::text)
$$;

-- Ends the hold `op_key` in one of its two ways, once. Ended the other way already, or never held: an error, because only a bug
-- in the caller gets there and its transaction must not commit. Returns what the owner can spend now.
CREATE FUNCTION settle(wallet uuid, op_key text, ending text) RETURNS integer
LANGUAGE plpgsql SET search_path = billing, pg_temp AS $$
DECLARE
  home wallets;
  amount integer;
  ended text;
  following integer;
BEGIN
  SELECT * INTO home FROM wallets WHERE id = wallet FOR NO KEY UPDATE;
  SELECT e.held_delta INTO amount FROM entries e WHERE e.wallet_id = wallet AND e.op_key = settle.op_key AND e.kind = 'hold';
  IF NOT FOUND THEN
    RAISE EXCEPTION 'wallet % holds nothing for %', wallet, op_key USING ERRCODE = 'no_data_found';
  END IF;
  SELECT e.kind INTO ended FROM entries e
  WHERE e.wallet_id = wallet AND e.op_key = settle.op_key AND e.kind IN ('capture', 'void');
  IF ended <> ending THEN
    RAISE EXCEPTION 'hold % has ended by %: no %', op_key, ended, ending USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF ended IS NULL THEN
    INSERT INTO entries (wallet_id, kind, posted_delta, held_delta, op_key)
    VALUES (wallet, ending, CASE ending WHEN 'capture' THEN -amount ELSE 0 END, -amount, settle.op_key);
    following := CASE ending WHEN 'void' THEN least(amount, home.move_allowance) ELSE 0 END;
    IF following > 0 THEN
      UPDATE wallets SET move_allowance = move_allowance - following WHERE id = wallet;
      PERFORM forward(wallet, home.moved_to, following, settle.op_key);
    END IF;
  END IF;
  RETURN balance(coalesce(home.moved_to, wallet));
END $$;

-- `wallet` is the one that was held, even when it has moved since.
CREATE FUNCTION capture(wallet uuid, op_key text) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = billing, pg_temp AS $$
  SELECT settle(wallet, op_key, 'capture')
$$;

-- As capture; what is voided after a merge becomes spendable in the account.
CREATE FUNCTION void(wallet uuid, op_key text) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = billing, pg_temp AS $$
  SELECT settle(wallet, op_key, 'void')
$$;

-- Merges a guest's wallet into an account's: what is spendable moves now, what is held follows when it is voided, `at_most` in
-- all. The guest's wallet is closed by it. An account takes in one guest, ever; an empty guest does not count. Returns what moved.
CREATE FUNCTION move(guest uuid, account uuid, at_most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = billing, pg_temp AS $$
DECLARE
  source wallets;
  amount integer;
BEGIN
  SELECT * INTO source FROM wallets WHERE id = guest AND kind = 'guest' AND moved_to IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND OR source.posted = 0 THEN
    RETURN 0;
  END IF;
  INSERT INTO wallets (id, kind) VALUES (account, 'account') ON CONFLICT (id) DO NOTHING;
  PERFORM FROM wallets WHERE id = account AND kind = 'account' FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'wallet % is a guest''s: credits move to accounts only', account USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF EXISTS (SELECT FROM wallets WHERE moved_to = account) THEN
    RETURN 0;
  END IF;
  amount := least(source.posted - source.held, at_most);
  UPDATE wallets SET moved_to = account, move_allowance = at_most - amount WHERE id = guest;
  PERFORM forward(guest, account, amount, 'merge');
  RETURN amount;
END $$;

GRANT USAGE ON SCHEMA billing TO auth, gateway;
GRANT EXECUTE ON FUNCTION balance TO auth, gateway;
GRANT EXECUTE ON FUNCTION grant_guest, top_up, hold, capture, void, move TO gateway;
