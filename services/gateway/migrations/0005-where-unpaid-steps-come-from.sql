-- The networks that an unpaid step came from, the widest first; null for a step of somebody who has bought credits. Their
-- share of the workers is counted by it. It goes with the step, at the end of the file's retention at the latest.
alter table steps add column networks text[] check (cardinality(networks) > 0);
create index steps_waiting_unpaid on steps ((networks[1]), created_at, id) where state = 'waiting' and networks is not null;
create index steps_dispatched_unpaid on steps ((networks[1])) where state = 'dispatched' and networks is not null;
