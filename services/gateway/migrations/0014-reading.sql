-- outside a transaction
-- Steps that read the text of a finished page, and on the rectify whose page it is, what came of it.
alter table steps add column if not exists text jsonb;
alter table steps drop constraint if exists steps_kind_check;
alter table steps add constraint steps_kind_check check (kind in ('ingest', 'detect', 'rectify', 'read')) not valid;
alter table steps validate constraint steps_kind_check;
