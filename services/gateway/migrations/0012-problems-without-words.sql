-- What refused a step, without its words: they are found when it is read, in the reader's language. Code and detail are written
-- for gateways of the version before, and go with the next one.
alter table steps
  add column problem_sentence text,
  add column problem_params jsonb;
