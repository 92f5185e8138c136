-- A request with an Idempotency-Key is known again by what it was read as, secrets and moments included. Programs of an older version
-- write none, and know the requests of this one by the older hash.
alter table florin.idempotency_keys add column fingerprint bytea check (length(fingerprint) = 32);
