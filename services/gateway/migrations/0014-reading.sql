-- Steps that read the text of a finished page, and on the rectify whose page it is, what came of it. The check is widened, so
-- no row needs to be looked at while the table is locked.
alter table steps
  add column text jsonb,
  drop constraint steps_kind_check,
  add constraint steps_kind_check check (kind in ('ingest', 'detect', 'rectify', 'read')) not valid;
