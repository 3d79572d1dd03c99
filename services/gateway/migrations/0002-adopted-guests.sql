-- The account that a guest became. Its credits have moved then, once; files that it makes later still follow whoever signs in.
alter table guests add column merged_into uuid;
create index guests_by_account on guests (merged_into) where merged_into is not null;
