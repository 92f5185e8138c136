-- Access: the keys that sign access tokens.
create schema access;
grant usage on schema access to florin_app;

-- Ed25519 keys. The newest that has begun signs; a key verifies until the last token that it signed has expired.
create table access.token_keys (
  id         bigint generated always as identity primary key,
  kid        text not null unique,
  public_key text not null, -- the JWK member x, base64url
  sealed     bytea not null, -- the private key, under a master key
  created_at timestamptz not null,
  signs_from timestamptz not null, -- later than created_at, so that every process and every cache of the key set knows it
  expires_at timestamptz not null
);
create index on access.token_keys (expires_at);

grant select, insert, delete on access.token_keys to florin_app;
