-- The connector to hosts of acquirers that speak ISO 8583: what was requested of each, and every message about it. It has
-- no card numbers: those that a host wants again are in the vault.
create schema isohost;
grant usage on schema isohost to florin_app;

-- Field 11, for all terminals of all hosts: none is used twice on one day by any number of processes.
create sequence isohost.stans as integer minvalue 1 maxvalue 999999 cycle;
grant usage on sequence isohost.stans to florin_app;

-- The requests about an authorization or a payout, in their order.
create table isohost.requests (
  key               uuid primary key,
  connector         text not null,
  authorization_key uuid not null,
  step              integer not null,
  kind              text not null check (kind in ('auth', 'sale', 'verify', 'capture', 'reverse', 'refund', 'payout')),
  minor             bigint not null,
  currency          text not null,
  facts             jsonb, -- of the first: what messages about it say
  result            jsonb, -- null: it is not known yet
  version           integer not null default 1,
  requested_at      timestamptz not null,
  constraint story_step unique (authorization_key, step)
);

-- Each message to the host, committed before it is sent; a repeat of it is the same row.
create table isohost.messages (
  id                uuid primary key,
  connector         text not null,
  authorization_key uuid not null,
  request_key       uuid, -- whose result its response decides; null: it only follows
  position          integer not null,
  kind              text not null check (kind in ('authorization', 'financial', 'verification', 'completion', 'reversal', 'refund', 'payout')),
  terminal          text not null,
  sent_on           date not null, -- in UTC, as field 7 is
  stan              integer not null default nextval('isohost.stans'),
  sent_at           timestamptz not null, -- of the first time; repeats say the same
  minor             bigint not null,
  currency          text not null,
  attempts          integer not null default 0,
  status            text not null check (status in ('open', 'answered', 'unanswered', 'refused')),
  code              text, -- field 39 of the last response
  authorization_code text, -- field 38
  due_at            timestamptz, -- when somebody looks after it, unless it is answered before
  leased_until      timestamptz,
  constraint message_position unique (authorization_key, position),
  constraint stan_of_day unique (connector, terminal, sent_on, stan)
);
create index on isohost.messages (due_at) where due_at is not null;
create trigger notify_due after insert on isohost.messages execute function florin.notify_due();

grant select, insert, update on isohost.requests, isohost.messages to florin_app;
