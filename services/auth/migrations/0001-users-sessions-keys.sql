-- A later function is nobody's to call unless a migration grants it by name.
alter default privileges revoke execute on functions from public;

create table users (
  id uuid primary key,
  -- Identity is the provider's subject; an e-mail address may change hands.
  google_subject text not null,
  email text not null,
  name text,
  created_at timestamptz not null default now(),
  constraint one_user_per_subject unique (google_subject)
);

-- Only the SHA-256 of a session's token is kept: a copy of this table opens no session.
create table sessions (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint token_hash_is_sha256 check (octet_length(token_hash) = 32)
);
create index sessions_of_user on sessions (user_id);

-- Only the HMAC of a key is kept for the look-up, under a pepper that is not in this database.
create table api_keys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  hmac bytea not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  constraint one_key_per_hmac unique (hmac),
  constraint hmac_is_sha256 check (octet_length(hmac) = 32)
);
create index keys_of_user on api_keys (user_id);

-- The user of a key that has not been revoked; null otherwise.
create function find_key(hmac bytea) returns uuid
language sql stable security definer set search_path = auth, pg_temp as $$
  select user_id from api_keys k where k.hmac = find_key.hmac and revoked_at is null
$$;

-- The user of a session that has not expired; null otherwise.
create function find_session(hash bytea) returns uuid
language sql stable security definer set search_path = auth, pg_temp as $$
  select user_id from sessions where token_hash = hash and expires_at > now()
$$;

grant usage on schema auth to gateway;
grant execute on function find_key, find_session to gateway;
