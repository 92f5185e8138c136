-- A day of a network's report whose money has moved at our bank: what we owed the network then is paid, and its fees are booked.
create table networkreports.settlements (
  id             bigint generated always as identity primary key,
  row_id         bigint not null references networkreports.rows,
  day            date not null,
  currency       text not null,
  net_minor      bigint not null, -- what we have paid for payments; below zero, what we have received
  fees_minor     bigint not null check (fees_minor >= 0),
  bank_reference text,
  settled_by     text not null,
  settled_at     timestamptz not null,
  check (net_minor <> 0 or fees_minor <> 0),
  constraint day_settled_once unique (day, currency) -- a second report of a day is not paid again
);
create index on networkreports.settlements (row_id);
create trigger append_only before update or delete or truncate on networkreports.settlements
  for each statement execute function florin.refuse_change();
grant select, insert on networkreports.settlements to florin_app;
