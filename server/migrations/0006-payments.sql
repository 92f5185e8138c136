create schema payments;
grant usage on schema payments to florin_app;

-- One attempt to move money on a card; a refund is a row of its own that points at the payment it gives back.
create table payments.payments (
  id                     bigint generated always as identity (start with 1001) primary key,
  key                    uuid not null unique, -- of the authorization, or of the refund, made before it is asked
  connector              text not null,        -- where it was sent; what follows a payment goes where the payment went
  type                   text not null check (type in ('deposit', 'verify-card', 'refund')),
  source                 text not null check (source in ('service-call', 're-bill', 're-bill-micro', 'card-change')),
  status                 text not null check (status in (
    'authorizing', 'challenging', 'uncertain', 'reversing', 'authorized', 'capturing', 'voiding', 'captured', 'cancelling',
    'verified', 'voided', 'cancelled', 'refunded', 'failed', 'refunding'
  )),
  version                integer not null default 1,
  merchant_id            integer not null,
  site_id                integer not null,
  shopper_id             bigint not null,
  order_id               bigint not null,
  parent_id              bigint references payments.payments,
  captures_at_once       boolean not null,
  currency               text not null,
  minor                  bigint not null check (minor >= 0),
  captured_minor         bigint not null default 0, -- taken; of a refund: given back
  refunded_minor         bigint not null default 0, -- given back or promised to be
  description            text not null,
  card_id                bigint, -- the stored card: the one that pays, or the one that approval stores
  stores_token           uuid,   -- the vault's name of a card number that approval will store as card_id
  card_brand             text not null,
  card_first6            text not null,
  card_last4             text not null,
  card_expiry            text not null, -- MM/YYYY
  card_holder_name       text,
  card_fingerprint       bytea not null,
  ip                     text,
  reference              text, -- the acquirer's
  network_transaction_id text,
  authorization_code     text,
  checks                 jsonb,
  three_d_secure         text,
  challenge              jsonb, -- the form that sends the browser to the bank, while challenging
  decline_reason         text,
  fee_minor              bigint not null default 0, -- ours; of a refund: what of it went back
  fee_basis_points       integer not null default 0, -- its percentage when the money was taken
  request_key            uuid, -- the key of the ask whose answer is awaited
  request_kind       text,
  request_minor      bigint,
  batch_id               bigint,
  created_at             timestamptz not null,
  approved_at            timestamptz,
  captured_at            timestamptz,
  due_at                 timestamptz, -- when to ask what became of it, or to void it
  due_tries              integer not null default 0,
  leased_until           timestamptz,
  check (captured_minor between 0 and minor),
  check (refunded_minor between 0 and captured_minor)
);
create index on payments.payments (order_id);
create index on payments.payments (parent_id) where parent_id is not null;
create index on payments.payments (stores_token) where stores_token is not null;
create index on payments.payments (due_at) where due_at is not null;
create index on payments.payments (request_key) where request_key is not null; -- an incoming message names a request
create index on payments.payments (site_id, captured_at) where batch_id is null and status in ('captured', 'refunded');
-- An order has one attempt under way at a time: the second click finds the first one here.
create unique index one_attempt_at_a_time on payments.payments (order_id)
  where type <> 'refund' and status in ('authorizing', 'challenging', 'uncertain', 'reversing');
-- What a shopper pays of an order is paid once, however late the second click comes. Billing again is `re-bill`.
create unique index paid_once on payments.payments (order_id)
  where type <> 'refund' and source = 'service-call' and status <> 'failed';

-- Every move a payment ever made. Rows are added and never changed.
create table payments.payment_transitions (
  id          bigint generated always as identity, -- rises with each move of a payment
  payment_id  bigint not null references payments.payments,
  action      text not null,
  from_status text,
  to_status   text not null,
  minor       bigint,
  occurred_at    timestamptz not null
);
create index on payments.payment_transitions (payment_id, id);
create trigger append_only before update or delete or truncate on payments.payment_transitions execute function florin.refuse_change();

-- What was captured and refunded of a site up to its cut-off, closed once.
create schema settlement;
grant usage on schema settlement to florin_app;
create table settlement.batches (
  id         bigint generated always as identity primary key,
  site_id    integer not null,
  currency   text not null,
  cut_off_at timestamptz not null,
  part       integer not null, -- a day of many payments is closed in several batches
  net_minor  bigint not null,
  payments   integer not null,
  closed_at  timestamptz not null,
  unique (site_id, currency, cut_off_at, part)
);

-- When the next batch of a site is due. The id is the site's.
create table settlement.cut_offs (
  id           bigint primary key,
  due_at       timestamptz,
  leased_until timestamptz
);
create index on settlement.cut_offs (due_at) where due_at is not null;

grant select, insert, update on payments.payments, settlement.batches, settlement.cut_offs to florin_app;
grant select, insert on payments.payment_transitions to florin_app;
