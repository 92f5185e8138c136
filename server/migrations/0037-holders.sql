-- Holders: the customers of partners. Each has an id of its own, ways to log in, and sessions.
create schema holders;
grant usage on schema holders to florin_app;

create table holders.holders (
  id             text collate "C" primary key, -- cust_ and a ULID
  version        integer not null default 1,
  partner_id     integer not null references partners.partners,
  status         text not null default 'active' check (status in ('pending', 'active', 'closed')), -- pending: the e-mail address is not verified
  email          text, -- as typed; found by its small letters
  email_verified boolean not null default false,
  password_hash  text,
  second_factor  boolean not null default false, -- a login by e-mail and password also needs a code
  created_at     timestamptz not null,
  seal_salt      uuid default gen_random_uuid() -- of the digest of the address; erasing it empties it
);
create unique index holder_email_key on holders.holders (partner_id, lower(email));

-- Wallets that prove who logs in.
create table holders.wallets (
  id         bigint generated always as identity primary key,
  holder_id  text collate "C" not null references holders.holders,
  partner_id integer not null,
  chain      text not null check (chain in ('evm', 'multiversx')),
  address    text not null, -- as its chain writes it: EIP-55, bech32
  verified   boolean not null, -- false: said by the partner, not yet proven by a signature
  created_at timestamptz not null,
  constraint wallet_address_key unique (partner_id, chain, address)
);
create index on holders.wallets (holder_id);

-- A login and every refresh token that followed it. A token that is used twice ends the family.
create table holders.sessions (
  id         uuid primary key,
  version    integer not null default 1,
  holder_id  text collate "C" not null references holders.holders,
  method     text not null check (method in ('partner', 'email', 'wallet')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at   timestamptz,
  end_reason text check (end_reason in ('logged_out', 'token_reused', 'password_changed', 'closed')),
  check ((ended_at is null) = (end_reason is null))
);
create index on holders.sessions (holder_id, created_at);

-- Refresh tokens: 256 random bits each, stored as their hash.
create table holders.refresh_tokens (
  hash       bytea primary key,
  session_id uuid not null references holders.sessions,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz,
  successor  bytea -- the token that followed it, sealed: for a client that asks twice within seconds
);
create index on holders.refresh_tokens (session_id);
create index on holders.refresh_tokens (expires_at);

grant select, insert, update on holders.holders, holders.wallets, holders.sessions to florin_app;
grant select, insert, update, delete on holders.refresh_tokens to florin_app;
