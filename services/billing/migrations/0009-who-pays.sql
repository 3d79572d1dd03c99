create index entries_purchased on entries (wallet_id) where kind = 'purchase';

-- Whether credits were ever bought for this wallet. Who has paid goes before who has not where there is not enough for all.
create function is_paying(wallet uuid) returns boolean
language sql stable security definer set search_path = billing, pg_temp as $$
  select exists (select from entries where wallet_id = wallet and kind = 'purchase')
$$;

grant execute on function is_paying to gateway;
