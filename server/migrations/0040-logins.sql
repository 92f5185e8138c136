-- Logins of holders without their partner's server: by e-mail and password, by wallet, and with a second factor.

-- A holder begins with a verified address; before that there is a registration.
alter table holders.holders drop constraint holders_status_check;
alter table holders.holders add constraint holders_status_check check (status in ('active', 'closed'));
alter table holders.holders alter column email_verified drop default;
alter table holders.holders add column language text not null default 'en'; -- of emails to the holder

-- A key signs on every chain; a contract is a wallet on its own chain only, and on another one may be somebody else's.
alter table holders.wallets add column contract_chain_id bigint; -- null: a key

-- A registration that waits for the code that was sent to its e-mail address. One for an address that is taken already
-- looks the same from outside, and no code fits it.
create table holders.registrations (
  id             uuid primary key,
  version        integer not null default 1,
  partner_id     integer not null references partners.partners,
  email          text not null,
  language       text not null,
  password_hash  text, -- null: with a wallet
  second_factor  boolean not null,
  wallet_chain   text check (wallet_chain in ('evm', 'multiversx')),
  wallet_address text, -- a signature has proven it
  wallet_contract_chain_id bigint,
  code           bytea not null, -- sealed
  tries_left     integer not null check (tries_left >= 0),
  created_at     timestamptz not null,
  expires_at     timestamptz not null,
  used_at        timestamptz,
  check ((password_hash is null) = (wallet_address is not null)),
  check ((wallet_chain is null) = (wallet_address is null))
);
create index on holders.registrations (expires_at);

-- Messages for wallets to sign. Each is for one purpose, address and partner, and works once.
create table holders.wallet_challenges (
  id         uuid primary key,
  partner_id integer not null references partners.partners,
  purpose    text not null check (purpose in ('register', 'login')),
  chain      text not null check (chain in ('evm', 'multiversx')),
  address    text not null,
  chain_id   bigint, -- of an EVM address
  message    text not null, -- what the wallet signs, byte for byte
  created_at timestamptz not null,
  expires_at timestamptz not null,
  spent_at   timestamptz
);
create index on holders.wallet_challenges (expires_at);

-- Logins by password that wait for their second factor.
create table holders.pending_logins (
  id              uuid primary key,
  version         integer not null default 1,
  token_hash      bytea not null unique, -- of the session token
  holder_id       text collate "C" not null references holders.holders,
  partner_id      integer not null references partners.partners,
  code            bytea, -- sealed; null: none has been sent
  code_expires_at timestamptz,
  codes_sent      integer not null default 0,
  tries_left      integer not null default 0 check (tries_left >= 0),
  created_at      timestamptz not null,
  expires_at      timestamptz not null,
  used_at         timestamptz,
  check ((code is null) = (code_expires_at is null))
);
create index on holders.pending_logins (expires_at);

-- Emails to holders, on their way. They hold codes, so their content is sealed, and deleted when it has been sent.
create table holders.emails (
  id            bigint generated always as identity primary key,
  partner_id    integer not null references partners.partners,
  kind          text not null check (kind in ('registration-code', 'already-registered', 'login-code')),
  key           uuid not null, -- identifies the message outside, so that one that is sent twice can be recognised
  sealed        bytea, -- address, language and code
  status        text not null check (status in ('waiting', 'sent', 'parked')),
  version       integer not null default 1,
  attempts      integer not null default 0,
  tries_left    integer not null check (tries_left >= 0),
  last_response text,
  created_at    timestamptz not null,
  sent_at       timestamptz,
  due_at        timestamptz,
  leased_until  timestamptz,
  check ((status = 'waiting') = (due_at is not null)),
  check ((status = 'sent') = (sent_at is not null)),
  check (status <> 'waiting' or sealed is not null)
);
create index on holders.emails (due_at) where due_at is not null;
create index on holders.emails (created_at);
create trigger notify_due after insert on holders.emails execute function florin.notify_due();

grant select, insert, update, delete
  on holders.registrations, holders.wallet_challenges, holders.pending_logins, holders.emails to florin_app;
