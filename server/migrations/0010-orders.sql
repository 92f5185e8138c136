-- Orders: what a shopper owes a site once, on a calendar, or whenever the site requests it; or what a site pays out.
create schema orders;
grant usage on schema orders to florin_app;

create table orders.orders (
  id                     bigint generated always as identity (start with 1001) primary key,
  site_id                integer not null,
  shopper_id             bigint not null,
  external_id            text not null, -- the store's own number of the order
  type                   text not null check (type in ('purchase', 'recurring', 'managed', 'credit')),
  mode                   text not null check (mode in ('auth', 'authAndCapture', 'verifyCard', 'credit')),
  status                 text not null check (status in (
    'start', 'in-progress', 'retrying', 'expiring', 'complete-ok', 'complete-failed'
  )),
  end_reason             text, -- why it ended or failed
  version                integer not null default 1,
  created_at             timestamptz not null,

  -- What is owed, in minor units of the currency.
  currency               text not null,
  minor                  bigint not null check (minor >= 0), -- the regular amount
  trial_minor            bigint, -- the first charge, when it is not the regular amount
  description            text not null, -- of what the card pays, as the store sent it or made of the items
  items                  jsonb not null, -- amounts in minor units, as text
  tags                   text[] not null default '{}',
  level3                 jsonb,
  custom_data            jsonb, -- {"value": ...} as the merchant sent it, or null

  -- The shopper's own payment.
  attempts               integer not null default 0, -- declined so far
  attempts_max           integer, -- null: as the site says
  card_id                bigint,
  back_url               text,
  invoice_email          text,
  language               text, -- of the page on which the shopper paid; null for orders that came by the API

  -- Billing. Period n is due at anchor_at plus anchor_lead plus (n - anchor_period) intervals, in the site's time zone;
  -- billing never changes the anchor.
  interval_type          text check (interval_type in ('day', 'month')),
  interval_value         integer check (interval_value between 1 and 365),
  first_bill_at          timestamptz,
  retry_payment          text, -- the retry schedule; null: as the site says
  anchor_at              timestamptz,
  anchor_period          integer not null default 0,
  anchor_lead            integer not null default 0, -- in units of the interval
  next_period            integer not null default 0, -- the first that is not resolved; 0 is the shopper's own payment
  due_at                 timestamptz, -- when billing looks at it; null while a payment is under way, or if none follows
  leased_until           timestamptz,

  -- The original transaction of a card that was tokenized elsewhere.
  network_transaction_id text,
  network_transaction_at timestamptz,

  -- Why the merchant cancelled the order.
  cancel_reason          text,
  cancel_message         text,
  unique (site_id, external_id),
  check ((network_transaction_id is null) = (network_transaction_at is null))
);
create index on orders.orders (site_id, id);
create index on orders.orders (shopper_id);
create index on orders.orders (due_at) where due_at is not null;

-- Every change of the status of an order.
create table orders.order_transitions (
  id          bigint generated always as identity, -- two transitions of one commit have one time; this orders them
  order_id    bigint not null references orders.orders,
  action      text not null,
  from_status text,
  to_status   text not null,
  reason      text,
  occurred_at timestamptz not null
);
create index on orders.order_transitions (order_id);
create trigger append_only before update or delete or truncate on orders.order_transitions
  execute function florin.refuse_change();

grant select, insert, update on orders.orders to florin_app;
grant select, insert on orders.order_transitions to florin_app;
