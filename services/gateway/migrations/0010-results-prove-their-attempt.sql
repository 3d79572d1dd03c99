-- What the attempt under way was given out with: its result must bring it back. Null before and after, and for steps that the
-- version before gives out.
alter table steps add column attempt_token uuid;
