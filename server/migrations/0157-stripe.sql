-- The connector for Stripe: what was requested of it, under which of its names, and what it has said
-- (docs/decisions/0142-stripe-creates-first-and-confirms-second.md). No card number and no security code is in it.
create schema stripe;
grant usage on schema stripe to florin_app;

-- A row for each key that the connector was given. The key is also the idempotency key at Stripe.
create table stripe.requests (
  key               uuid primary key,
  connector         text not null, -- the name of the connection
  authorization_key uuid not null,
  kind              text not null check (kind in ('auth', 'sale', 'verify', 'completeChallenge', 'capture', 'reverse', 'refund', 'submitEvidence', 'acceptDispute')),
  minor             bigint not null,
  currency          text not null,
  object            text, -- Stripe's id of what the request has made: of an intent or a refund
  needs_challenge   boolean not null default false, -- an approval without the cardholder's authentication is not taken
  is_stopped        boolean not null default false, -- reversed: no card is sent under it any more
  attempt           integer not null default 1, -- behind the first, the idempotency key ends with it
  sent_at           timestamptz, -- when the attempt was sent first; of an authorization, the card
  has_failed        boolean not null default false, -- Stripe has answered with a fault of its own, which it repeats for the key
  result            jsonb, -- null: it is not known yet
  version           integer not null default 1,
  requested_at      timestamptz not null
);
create index on stripe.requests (authorization_key);
create index on stripe.requests (object) where object is not null;
grant select, insert, update on stripe.requests to florin_app;

-- Disputes as Stripe has reported them by webhooks and lists, in the order in which they were found out.
create table stripe.dispute_events (
  id                bigint generated always as identity primary key,
  connector         text not null,
  number            bigint not null, -- 1, 2, 3 … of the connection: its place in the list
  dispute_id        text not null,
  authorization_key uuid not null,
  kind              text not null check (kind in ('opened', 'won', 'lost')),
  minor             bigint not null check (minor > 0),
  currency          text not null,
  reason            text not null,
  respond_by        timestamptz,
  happened_at       timestamptz not null,
  constraint stripe_place_in_list unique (connector, number),
  constraint stripe_dispute_kind unique (connector, dispute_id, kind)
);
create trigger append_only before update or delete or truncate on stripe.dispute_events
  for each statement execute function florin.refuse_change();
grant select, insert on stripe.dispute_events to florin_app;

-- How far each of Stripe's lists was read.
create table stripe.places (
  connector text not null,
  list      text not null check (list in ('disputes')),
  place     text not null,
  read_at   timestamptz not null,
  primary key (connector, list)
);
grant select, insert, update on stripe.places to florin_app;

-- Under which of Stripe's ids a card is charged again, by the network transaction id of the payment that stored it: for
-- accounts that may not name such an id to Stripe.
create table stripe.stored_cards (
  connector              text not null,
  network_transaction_id text not null,
  customer               text not null,
  payment_method         text not null,
  stored_at              timestamptz not null,
  primary key (connector, network_transaction_id)
);
create trigger append_only before update or delete or truncate on stripe.stored_cards
  for each statement execute function florin.refuse_change();
grant select, insert on stripe.stored_cards to florin_app;
