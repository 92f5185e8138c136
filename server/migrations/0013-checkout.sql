-- Checkout: a shopper's visits to the hosted page.
create schema checkout;
grant usage on schema checkout to florin_app;

-- One visit, from the store's signed request to the way back.
create table checkout.sessions (
  id           bigint generated always as identity primary key,
  site_id      integer not null,
  order_id     bigint not null unique,
  status       text not null check (status in ('open', 'ended')),
  end_reason   text,
  version      integer not null default 1,
  options      jsonb not null, -- what the request said of the page: saveCard, cardId, language, 3-D Secure data
  created_at   timestamptz not null,
  due_at       timestamptz, -- when it expires, unless it is used
  leased_until timestamptz
);
create index on checkout.sessions (due_at) where due_at is not null;

grant select, insert, update on checkout.sessions to florin_app;
