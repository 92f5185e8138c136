-- Billing of orders after the shopper's own first payment: what each period owes, and how far it is paid.
create schema billing;
grant usage on schema billing to florin_app;

-- The commit that records the intent of a period's first payment writes the row.
create table billing.periods (
  order_id        bigint not null references orders.orders,
  period          integer not null check (period > 0),
  status          text not null check (status in ('open', 'paid', 'uncollectible')),
  currency        text not null,
  minor           bigint not null check (minor > 0),
  paid_minor      bigint not null default 0 check (paid_minor between 0 and minor),
  planned_at      timestamptz not null, -- the calendar's due date, or when the merchant requested it
  opened_at       timestamptz not null,
  resolved_at     timestamptz,
  failures        integer not null default 0, -- declined so far; micro-payments are not counted
  first_failed_at timestamptz, -- retries are counted from here
  last_reason     text,
  micro           text not null default 'none' check (micro in ('none', 'due', 'tried')),
  -- Payments that never reached the acquirer, or whose result is unknown for good.
  lost            integer not null default 0,
  primary key (order_id, period), -- a period is billed once
  check ((status = 'paid') = (paid_minor = minor)),
  check ((status = 'open') = (resolved_at is null))
);

grant select, insert, update on billing.periods to florin_app;
