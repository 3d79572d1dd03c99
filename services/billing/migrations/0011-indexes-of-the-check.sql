-- outside a transaction
drop index concurrently if exists entries_moved;
create index concurrently entries_moved on entries (wallet_id) where kind in ('move_out', 'move_in');
drop index concurrently if exists entries_bought;
create index concurrently entries_bought on entries (ref) where kind = 'purchase';
drop index concurrently if exists purchases_by_ref;
create index concurrently purchases_by_ref on purchases ((id::text));
drop index concurrently if exists purchases_paid;
create index concurrently purchases_paid on purchases (paid_at) where state = 'paid';
