-- What seals and florin verify need to find more of what is done by hand (docs/decisions/0053).

-- The SHA-256 of the numbers of its payments, in order, so that equal ones cannot change places between batches. Null for
-- batches from before.
alter table settlement.batches add column members bytea;

-- Keys are sealed in the order in which requests began; the salt of what a request was and was answered goes with the row.
alter table florin.idempotency_keys
  add column id bigint generated always as identity,
  add column salt uuid not null default gen_random_uuid();
create unique index on florin.idempotency_keys (id);

-- The salt of a link's digest of its customer's address; erasing that address empties it.
alter table links.links add column seal_salt uuid default gen_random_uuid();

-- The furthest that the clock has ever been. Null: it was never moved, or not since this is known.
alter table florin.clock add column furthest_at timestamptz;
