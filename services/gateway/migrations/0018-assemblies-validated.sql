-- outside a transaction
-- Reads every row, and keeps nobody from reading or writing them.
alter table ingestions validate constraint ingestions_kind_check;
alter table ingestions validate constraint ingestions_received_check;
alter table steps validate constraint steps_kind_check;
