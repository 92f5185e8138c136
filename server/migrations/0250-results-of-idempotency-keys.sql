-- What the commit of a key has begun about its subject, such as a payment of an order: a lost reply is made again from
-- this one. Null in rows of before.
alter table florin.idempotency_keys add column result_id text;
