-- Whom a network was given free credits for, in the last day: what it has had is counted here, and forgotten after that day.
create table gifts (
  network text not null,
  -- Null once that guest or account is erased: its network has had the credits all the same.
  principal_id uuid,
  given_at timestamptz not null default now(),
  constraint one_gift_per_principal unique (network, principal_id)
);
create index gifts_by_age on gifts (given_at);
create index gifts_by_principal on gifts (principal_id);

insert into gifts (network, principal_id, given_at)
select network, id, created_at from guests where network is not null and created_at > now() - interval '1 day';

-- No longer kept with a guest for as long as the guest is. The column goes once no gateway of the former release writes it.
drop index guests_by_network;
update guests set network = null where network is not null;
