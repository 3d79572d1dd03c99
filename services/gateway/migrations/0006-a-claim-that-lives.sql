-- Whose upload holds a key, and when it was last seen to be alive: one that is not any more gives the key away.
alter table idempotency add column claimed_by uuid;
alter table idempotency add column alive_at timestamptz;
