-- The connector that acquires payments with our own cards: what merchants' payments have requested of it, as any acquirer
-- keeps it. It knows issued cards by their ids, and no number.
create schema onus;
grant usage on schema onus to florin_app;

-- The requests about an authorization, in their order.
create table onus.requests (
  key               uuid primary key,
  authorization_key uuid not null,
  step              integer not null,
  kind              text not null check (kind in ('auth', 'sale', 'verify', 'completeChallenge', 'capture', 'reverse', 'refund')),
  stan              bigint not null generated always as identity,
  minor             bigint not null,
  currency          text not null,
  card_id           uuid, -- null: it was not known, or is no card of ours
  facts             jsonb, -- of an authorization: what its messages to the issuer say
  result            jsonb, -- null: it is not known yet
  version           integer not null default 1,
  requested_at      timestamptz not null,
  constraint story_step unique (authorization_key, step)
);

-- The authentications of payers at the issuer's access control server.
create table onus.authentications (
  ds_trans_id          uuid primary key,
  authorization_key    uuid not null unique,
  server_trans_id      uuid not null,
  acs_trans_id         uuid,
  trans_status         text, -- null: it is not known yet, or the cardholder is asked
  eci                  text,
  authentication_value text,
  requested_at         timestamptz not null
);

-- Messages to the issuer that follow a request: captures are cleared two days later, the others at once.
create table onus.messages (
  id                uuid primary key, -- the key of the request
  authorization_key uuid not null,
  kind              text not null check (kind in ('clearing', 'reversal', 'refund')),
  status            text not null check (status in ('waiting', 'sending', 'sent', 'cancelled')),
  due_at            timestamptz,
  leased_until      timestamptz
);
create index on onus.messages (authorization_key);
create index on onus.messages (due_at) where due_at is not null;
create trigger notify_due after insert on onus.messages execute function florin.notify_due();

grant select, insert, update on onus.requests, onus.authentications, onus.messages to florin_app;
