-- Guests whose cookie has run out everywhere are forgotten.
create index guests_by_age on guests (created_at);
