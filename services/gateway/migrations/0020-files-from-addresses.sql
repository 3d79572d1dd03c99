-- outside a transaction
-- A file that is fetched from an address is accepted before it is here, and fails without ever having been. Replaced unproven, then
-- proven beside whoever reads and writes.
alter table ingestions
  drop constraint if exists ingestions_received_check,
  add constraint ingestions_received_check check (
    kind = 'assembly' or state in ('receiving', 'failed', 'expired') or (mime is not null and bytes is not null and sha256 is not null)
  ) not valid;
alter table ingestions validate constraint ingestions_received_check;
