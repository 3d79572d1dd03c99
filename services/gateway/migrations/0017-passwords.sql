-- The password of a protected PDF, sealed with a key that is not in this database, until its file ends.
alter table ingestions add column if not exists sealed_password text;
