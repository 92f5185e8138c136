-- Access: the staff of the operator, of merchants and of partners, their API tokens, and the
-- keys that sign access tokens.
create schema access;
grant usage on schema access to florin_app;

create table access.staff (
  id            bigint generated always as identity primary key,
  version       integer not null default 1,
  -- Whose staff: of the platform, that is the operator, of a merchant or of a partner.
  scope_kind    text not null check (scope_kind in ('platform', 'merchant', 'partner')),
  scope_id      text collate "C" not null,
  email         text not null unique, -- in small letters
  name          text not null,
  role          text not null check (role in ('owner', 'finance', 'support', 'developer', 'compliance', 'read-only')),
  active        boolean not null default true,
  password_hash text, -- null: cannot log in to pages yet
  created_at    timestamptz not null,
  seal_salt     uuid default gen_random_uuid() -- of the digest of name and address; erasing them empties it
);
create index on access.staff (scope_kind, scope_id, id);

insert into access.staff (id, scope_kind, scope_id, email, name, role, password_hash, created_at) overriding system value
select id, case when merchant_id is null then 'platform' else 'merchant' end, coalesce(merchant_id::text, 'platform'),
       email, name, case role when 'staff' then 'support' when 'viewer' then 'read-only' else 'owner' end,
       password_hash, created_at
from directory.staff;
select setval('access.staff_id_seq', greatest((select max(id) from access.staff), 1), (select count(*) > 0 from access.staff));
drop table directory.staff;

-- API tokens of staff: 256 random bits each, found by their fingerprint.
create table access.staff_tokens (
  id          bigint generated always as identity primary key,
  staff_id    bigint not null references access.staff,
  name        text not null,
  fingerprint bytea not null unique,
  permissions text[], -- null: all that the role has
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  revoked_at  timestamptz
);
create index on access.staff_tokens (staff_id);

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

grant select, insert, update on access.staff, access.staff_tokens to florin_app;
grant select, insert, delete on access.token_keys to florin_app;

-- Why somebody did what the audit shows, in their own words.
alter table directory.audit add column reason text;
