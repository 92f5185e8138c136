-- Card numbers that a host wants again with each message about a payment. `id` is the key of its authorization.
create table vault.acquired_cards (
  id          uuid primary key,
  wrapped_key bytea not null, -- this record's own data key, under the vault key whose number is its first byte
  sealed      bytea not null, -- the card number under the data key
  key_version integer not null,
  created_at  timestamptz not null,
  forget_at   timestamptz not null
);
create index on vault.acquired_cards (key_version); -- those that a rotation of the vault key has to seal again
create index on vault.acquired_cards (forget_at);
grant select, insert, update, delete on vault.acquired_cards to florin_vault;
