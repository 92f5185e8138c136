-- Card numbers. Only the role florin_vault reaches this schema, and only the vault module connects with it.
create schema vault;
grant usage on schema vault to florin_vault;

create table vault.cards (
  token       uuid primary key,
  merchant_id integer not null,
  wrapped_key bytea not null, -- this record's own data key, under the vault key whose number is its first byte
  sealed      bytea not null, -- the card number under the data key
  key_version integer not null,
  fingerprint bytea not null, -- keyed, per merchant: equal only for the same card at the same merchant
  created_at  timestamptz not null
);
create index on vault.cards (key_version); -- the cards that a rotation of the vault key has to seal again
create index on vault.cards (merchant_id, fingerprint);
grant select, insert, update, delete on vault.cards to florin_vault;
