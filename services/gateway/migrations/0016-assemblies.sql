-- An assembly is kept, expires and is erased as an uploaded file is; which files it holds pages of. Checks are replaced unproven,
-- so no row needs to be looked at while the tables are locked.
alter table ingestions
  add column kind text not null default 'file',
  add constraint ingestions_kind_check check (kind in ('file', 'assembly')) not valid,
  drop constraint ingestions_check,
  add constraint ingestions_received_check check (
    kind = 'assembly' or state in ('receiving', 'expired') or (mime is not null and bytes is not null and sha256 is not null)
  ) not valid;
alter table steps
  drop constraint steps_kind_check,
  add constraint steps_kind_check check (kind in ('ingest', 'detect', 'rectify', 'read', 'assemble')) not valid;

create table assembly_pages (
  assembly_id uuid not null references ingestions on delete cascade,
  ingestion_id uuid not null references ingestions on delete cascade,
  primary key (assembly_id, ingestion_id)
);
create index assembly_pages_by_file on assembly_pages (ingestion_id);
