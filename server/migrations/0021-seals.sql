-- Seals: a second record of what must never change, chained by hashes, by which florin verify finds rows that somebody
-- altered, removed or added by hand (docs/decisions/0045).
create schema seals;
grant usage on schema seals to florin_app;

-- Each seal covers the rows that appeared since the one before it. Its hash covers its pages and the hash before it.
create table seals.seals (
  id bigint primary key, -- without a gap
  previous bytea not null,
  hash bytea not null,
  -- How far each journal is sealed: the number of its last row, by the journal's name.
  positions jsonb not null,
  -- Rows that were moved away with the months they belong to, and are not looked for any more.
  detached jsonb,
  sealed_at timestamptz not null
);

-- The rows of one kind that a seal covers: their keys, one on each line, and the first 16 bytes of the digest of each.
create table seals.pages (
  seal_id bigint not null,
  name text collate "C" not null,
  keys text not null,
  digests bytea not null,
  primary key (seal_id, name)
);
create index on seals.pages (name, seal_id);

create trigger append_only before update or delete or truncate on seals.seals
  for each statement execute function florin.refuse_change();
create trigger append_only before update or delete or truncate on seals.pages
  for each statement execute function florin.refuse_change();
grant select, insert on seals.seals, seals.pages to florin_app;

-- The salt of each shopper's digests. Erasing a shopper empties it, and then no digest says anything about them.
create table shoppers.seal_salts (
  shopper_id bigint primary key,
  salt bytea
);
grant select, insert, update on shoppers.seal_salts to florin_app;
create index on seals.seals (id) where detached is not null;
