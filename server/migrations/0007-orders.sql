create schema orders;
grant usage on schema orders to florin_app;

create table orders.orders (
  id             bigint generated always as identity (start with 1001) primary key,
  site_id        integer not null,
  shopper_id     bigint not null,
  external_id    text not null,
  type           text not null check (type in ('purchase', 'recurring', 'managed', 'credit')),
  status         text not null check (status in (
    'start', 'in-progress', 'retrying', 'expiring', 'complete-ok', 'complete-failed'
  )),
  version        integer not null default 1,
  currency       text not null,
  minor          bigint not null check (minor >= 0), -- the regular amount
  trial_minor    bigint,
  mode           text not null check (mode in ('auth', 'authAndCapture', 'verifyCard', 'credit')),
  description    text not null, -- of what the card pays, as the store says it or made of the items
  items          jsonb not null, -- amounts in minor units, as text
  tags           text[] not null default '{}',
  level3         jsonb,
  custom_data    jsonb, -- {"value": ...} as the merchant sent it, or null
  invoice_email  text,
  back_url       text,
  interval_type  text check (interval_type in ('day', 'month')),
  interval_value integer check (interval_value between 1 and 365),
  first_bill_at  timestamptz,
  retry_payment  text,
  card_id        bigint,
  end_reason     text,
  attempts       integer not null default 0, -- declined so far
  created_at     timestamptz not null,
  unique (site_id, external_id)
);
create index on orders.orders (shopper_id);

create table orders.order_transitions (
  order_id    bigint not null references orders.orders,
  action      text not null,
  from_status text,
  to_status   text not null,
  reason      text,
  occurred_at    timestamptz not null
);
create index on orders.order_transitions (order_id);
create trigger append_only before update or delete or truncate on orders.order_transitions execute function florin.refuse_change();

grant select, insert, update on orders.orders to florin_app;
grant select, insert on orders.order_transitions to florin_app;
