-- Orders that are billed later. The due date of period n is anchor_at plus anchor_lead plus (n - anchor_period) intervals,
-- in the site's time zone; a billing never moves the anchor.
alter table orders.orders
  add column anchor_at              timestamptz,
  add column anchor_period          integer not null default 0,
  add column anchor_lead            integer not null default 0, -- in units of the interval
  add column next_period            integer not null default 0, -- the first charge that is not settled; 0 is the shopper's own first payment
  add column due_at                 timestamptz, -- when the engine looks; null while a payment is under way, and when nothing is to come
  add column leased_until           timestamptz,
  add column attempts_max           integer, -- null: as the site says
  add column network_transaction_id text, -- of the original transaction of a card that was tokenised elsewhere
  add column network_transaction_at timestamptz,
  add column cancel_reason          text, -- what the merchant said when it called the order off
  add column cancel_message         text,
  add check ((network_transaction_id is null) = (network_transaction_at is null));
create index on orders.orders (due_at) where due_at is not null;

-- Two moves of one commit have one moment, so their order needs a number.
alter table orders.order_transitions add column if not exists id bigint generated always as identity;

-- What a period owes. The commit that records the intent of its first payment writes the row.
create schema billing;
grant usage on schema billing to florin_app;
create table billing.periods (
  order_id        bigint  not null references orders.orders,
  period          integer not null check (period > 0),
  status          text    not null check (status in ('open', 'paid', 'uncollectible')),
  currency        text    not null,
  minor           bigint  not null check (minor > 0),
  paid_minor      bigint  not null default 0 check (paid_minor between 0 and minor),
  planned_at      timestamptz not null, -- the calendar's due date, or when the merchant asked
  opened_at       timestamptz not null,
  failures        integer not null default 0, -- declined so far, micro-payments left out
  first_failed_at timestamptz, -- retries are counted from here
  micro           text    not null default 'none' check (micro in ('none', 'due', 'tried')),
  lost            integer not null default 0, -- payments that never arrived at the acquirer
  last_reason     text,
  resolved_at      timestamptz,
  primary key (order_id, period), -- a period is billed once
  check ((status = 'paid') = (paid_minor = minor)),
  check ((status = 'open') = (resolved_at is null))
);

-- Which period of its order a payment is for; null for the shopper's own payments.
alter table payments.payments add column period integer;
-- Whoever would bill a period twice finds the first payment here: one in full, and one micro-payment.
create unique index billed_once on payments.payments (order_id, period, source)
  where period is not null and type <> 'refund' and status <> 'failed';
-- For the card networks' limits of retries.
create index on payments.payments (card_fingerprint, created_at) where status = 'failed' and type <> 'refund';

grant select, insert, update on billing.periods to florin_app;

-- The next id of a table, for the statement that inserts a crowd of rows and points at them by other rows. It must be
-- asked for by the statement that inserts: whoever waits for all smaller ids to be there waits for running statements.
create function florin.next_id(what text) returns bigint language sql volatile security definer
  set search_path = pg_catalog, pg_temp as $$ select nextval(pg_get_serial_sequence(what, 'id')) $$;
revoke execute on function florin.next_id(text) from public;
grant execute on function florin.next_id(text) to florin_app;
