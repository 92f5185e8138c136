-- What each merchant captured and how payments ended, hour by hour, of hours in which nothing can change any more
-- (docs/decisions/0174-homes-read-sums-of-hours.md). Each can be computed again from payments, and is kept for 70 days.
create table payments.summed_hours (
  hour timestamptz primary key -- its beginning; UTC
);
grant select, insert, delete on payments.summed_hours to florin_app;

create table payments.captured_by_hour (
  merchant_id    integer not null,
  hour           timestamptz not null,
  currency       text collate "C" not null,
  type           text collate "C" not null, -- of transactions: deposit, refund, chargeback ...
  captured_minor bigint not null,
  fee_minor      bigint not null,
  primary key (merchant_id, hour, currency, type)
);
grant select, insert, delete on payments.captured_by_hour to florin_app;

create table payments.results_by_hour (
  merchant_id integer not null,
  hour        timestamptz not null, -- in which they were made
  result      text collate "C" not null, -- approved, or why declined
  payments    integer not null,
  primary key (merchant_id, hour, result)
);
grant select, insert, delete on payments.results_by_hour to florin_app;
