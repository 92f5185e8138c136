-- Topups in coins: quotes, orders, and what became of each deposit.

-- What a customer was offered: rate and fees hold until it expires. One that is ordered is an order's.
create table topups.quotes (
  id               bigint generated always as identity primary key,
  holder_id        text collate "C" not null references holders.holders,
  asset_id         bigint not null references deposits.assets,
  input_type       text not null check (input_type in ('fiat', 'crypto')),
  currency         text not null,
  minor            bigint not null check (minor > 0),
  fee_minor        bigint not null check (fee_minor >= 0 and fee_minor < minor),
  quantity         numeric(78,0) not null check (quantity > 0),
  rate_numerator   text not null check (rate_numerator ~ '^[1-9][0-9]*$'), -- of currency for one coin, exact
  rate_denominator text not null check (rate_denominator ~ '^[1-9][0-9]*$'),
  rate_source      text not null,
  rate_as_of       timestamptz not null,
  sender           text not null, -- the wallet that will pay
  created_at       timestamptz not null,
  expires_at       timestamptz not null
);
create index on topups.quotes (holder_id, id);
create trigger append_only before update or delete or truncate on topups.quotes
  execute function florin.refuse_change();

create table topups.crypto_orders (
  id         bigint generated always as identity primary key,
  topup_id   text collate "C" not null unique references topups.topups,
  quote_id   bigint not null references topups.quotes,
  address    text not null unique,
  created_at timestamptz not null,
  constraint quote_ordered_once unique (quote_id)
);
create trigger append_only before update or delete or truncate on topups.crypto_orders
  execute function florin.refuse_change();

-- A deposit at the address of an order, and how it was decided. Its id is the deposit's, so it is credited once.
create table topups.receipts (
  id               uuid primary key references deposits.deposits,
  version          integer not null default 1,
  topup_id         text collate "C" not null references topups.topups,
  status           text not null check (status in ('seen', 'waiting', 'credited', 'parked', 'frozen', 'returned', 'dropped', 'lost')),
  reason           text, -- why it was parked or frozen
  currency         text, -- with the amounts: once it is credited
  minor            bigint check (minor > 0),
  fee_minor        bigint check (fee_minor >= 0 and fee_minor < minor),
  recovered_minor  bigint check (recovered_minor >= 0 and recovered_minor <= minor - fee_minor), -- of a debt of the holder
  rate_numerator   text, -- for what was not ordered; null: all of it at the rate of the quote
  rate_denominator text,
  created_at       timestamptz not null,
  due_at           timestamptz,
  leased_until     timestamptz,
  check ((status in ('credited', 'lost')) = (minor is not null)),
  check ((minor is null) = (fee_minor is null) and (minor is null) = (recovered_minor is null) and (minor is null) = (currency is null))
);
create index on topups.receipts (topup_id);
create index on topups.receipts (due_at) where due_at is not null;
create index on topups.receipts (status) where status in ('parked', 'frozen', 'lost');
create trigger notify_due after insert on topups.receipts execute function florin.notify_due();

create table topups.receipt_transitions (
  id          bigint generated always as identity primary key,
  receipt_id  uuid not null references topups.receipts,
  from_status text, -- null: it was seen
  to_status   text not null,
  action      text not null,
  actor       text not null,
  from_where  text not null,
  reason      text,
  occurred_at timestamptz not null
);
create index on topups.receipt_transitions (receipt_id, id);
create trigger append_only before update or delete or truncate on topups.receipt_transitions
  execute function florin.refuse_change();

grant select, insert on topups.quotes, topups.crypto_orders, topups.receipt_transitions to florin_app;
grant select, insert, update on topups.receipts to florin_app;
