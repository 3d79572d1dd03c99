-- A later function is nobody's to call unless a migration grants it by name.
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

CREATE TABLE users (
  id uuid PRIMARY KEY,
  -- Identity is the provider's subject; an e-mail address may change hands.
  google_subject text NOT NULL,
  email text NOT NULL,
  name text,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT one_user_per_subject UNIQUE (google_subject)
);

-- Only the SHA-256 of a session's token is kept: a copy of this table opens no session.
CREATE TABLE sessions (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  CONSTRAINT token_hash_is_sha256 CHECK (octet_length(token_hash) = 32)
);
CREATE INDEX sessions_of_user ON sessions (user_id);

-- Only the HMAC of a key is kept for the look-up, under a pepper that is not in this database.
CREATE TABLE api_keys (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  hmac bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz,
  CONSTRAINT one_key_per_hmac UNIQUE (hmac),
  CONSTRAINT hmac_is_sha256 CHECK (octet_length(hmac) = 32)
);
CREATE INDEX keys_of_user ON api_keys (user_id);

-- The user of a key that has not been revoked; null otherwise.
CREATE FUNCTION find_key(hmac bytea) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = auth, pg_temp AS $$
  SELECT user_id FROM api_keys k WHERE k.hmac = find_key.hmac AND revoked_at IS NULL
$$;

-- The user of a session that has not expired; null otherwise.
CREATE FUNCTION find_session(hash bytea) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = auth, pg_temp AS $$
  SELECT user_id FROM sessions WHERE token_hash = hash AND expires_at > now()
$$;

GRANT USAGE ON SCHEMA auth TO gateway;
GRANT EXECUTE ON FUNCTION find_key, find_session TO gateway;
