-- Settlement: the transactions of a site up to its daily cut-off, closed once.
create schema settlement;
grant usage on schema settlement to florin_app;

create table settlement.batches (
  id         bigint generated always as identity primary key,
  site_id    integer not null,
  currency   text not null,
  cut_off_at timestamptz not null,
  part       integer not null, -- a day with many transactions is closed in several batches
  net_minor  bigint not null,
  payments   integer not null, -- how many transactions it has
  closed_at  timestamptz not null,
  unique (site_id, currency, cut_off_at, part)
);

-- When the next batch of a site is due.
create table settlement.cut_offs (
  id           bigint primary key, -- the site's
  due_at       timestamptz,
  leased_until timestamptz
);
create index on settlement.cut_offs (due_at) where due_at is not null;

grant select, insert, update on settlement.batches, settlement.cut_offs to florin_app;
