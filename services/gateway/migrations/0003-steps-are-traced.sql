-- The W3C header of the request's span, from which the worker goes on; null while nothing is traced.
alter table steps add column traceparent text check (length(traceparent) <= 100);
