-- Wallets of shoppers: Apple Pay and Google Pay (docs/decisions/0143-wallets-are-opened-by-the-server.md).
create schema wallets;
grant usage on schema wallets to florin_app;

-- What a wallet knows us by. `recipient` is a merchant id of Apple, or `gateway:` and our id at Google.
create table wallets.accounts (
  id                 bigint      generated always as identity (start with 101) primary key,
  version            integer     not null default 1,
  wallet             text        not null check (wallet in ('applePay', 'googlePay')),
  test               boolean     not null, -- of the test wallet of staging, with a root of its own
  recipient          text        not null,
  trust              text        not null, -- Apple: the root certificate (PEM); Google: its list of signing keys (JSON)
  merchant_id        text,                 -- Google: the id of its business console, for production
  domain_association text,                 -- Apple: the file that it asks our host for
  created_at         timestamptz not null,
  constraint one_account_each unique (wallet, test)
);
grant select, insert, update on wallets.accounts to florin_app;

-- Private keys, sealed under a master key. An ended one opens nothing any more.
create table wallets.keys (
  id          bigint      generated always as identity (start with 1001) primary key,
  account_id  bigint      not null references wallets.accounts,
  kind        text        not null check (kind in ('decryption', 'identity', 'testIssuer')),
  certificate text, -- of Apple, in PEM
  sealed      bytea       not null,
  created_at  timestamptz not null,
  ended_at    timestamptz
);
create index keys_account_id_idx on wallets.keys (account_id);
create index keys_sealed_by_idx on wallets.keys ((get_byte(sealed, 0)));
grant select, insert, update on wallets.keys to florin_app;

-- A token pays once. They expire within days, and are forgotten after a month.
create table wallets.used_tokens (
  wallet     text        not null check (wallet in ('applePay', 'googlePay')),
  token_hash bytea       not null,
  used_at    timestamptz not null,
  constraint used_once primary key (wallet, token_hash)
);
create index used_tokens_used_at_idx on wallets.used_tokens (used_at);
grant select, insert, delete on wallets.used_tokens to florin_app;

-- By which wallet it was paid, and whether with a number of the device or that of the card.
alter table payments.payments add column wallet text;
alter table payments.payments add column wallet_device boolean;
-- The wallet whose number of a device is stored: only its merchant can charge it, and never the shopper again.
alter table shoppers.cards add column wallet text;
-- The wallets that the payment pages of a site offer.
alter table directory.sites add column wallets text[] not null default '{}';
