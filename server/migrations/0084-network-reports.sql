-- What card networks say they have settled with us, day by day, and what a person has found out about what differs.
create schema networkreports;
grant usage on schema networkreports to florin_app;

create table networkreports.reports (
  id          bigint generated always as identity primary key,
  name        text not null, -- as the operator calls the file
  digest      bytea not null constraint report_digest unique, -- SHA-256 of its bytes
  recorded_by text not null,
  recorded_at timestamptz not null
);
create trigger append_only before update or delete or truncate on networkreports.reports
  for each statement execute function florin.refuse_change();

-- A day of a currency, as the network has it. What was booked on it is counted again whenever somebody looks.
create table networkreports.rows (
  id                   bigint generated always as identity primary key,
  report_id            bigint not null references networkreports.reports,
  line                 integer not null, -- of the file; 0: we have booked something that the file does not have
  day                  date not null, -- in UTC
  currency             text not null,
  clearing_count       integer not null check (clearing_count >= 0),
  clearing_minor       bigint not null check (clearing_minor >= 0),
  refund_count         integer not null check (refund_count >= 0),
  refund_minor         bigint not null check (refund_minor >= 0),
  chargeback_count     integer not null check (chargeback_count >= 0),
  chargeback_minor     bigint not null check (chargeback_minor >= 0),
  representment_count  integer not null check (representment_count >= 0),
  representment_minor  bigint not null check (representment_minor >= 0),
  fee_count            integer not null check (fee_count >= 0),
  fee_minor            bigint not null check (fee_minor >= 0),
  unique (report_id, day, currency)
);
create trigger append_only before update or delete or truncate on networkreports.rows
  for each statement execute function florin.refuse_change();

-- A person knows why a row differs. It holds for what differed then.
create table networkreports.matches (
  id         bigint generated always as identity primary key,
  row_id     bigint not null references networkreports.rows,
  breaks     jsonb not null,
  reason     text not null,
  matched_by text not null,
  matched_at timestamptz not null
);
create index on networkreports.matches (row_id, id);
create trigger append_only before update or delete or truncate on networkreports.matches
  for each statement execute function florin.refuse_change();

grant select, insert on networkreports.reports, networkreports.rows, networkreports.matches to florin_app;

-- What disputes have moved on a day.
create index on chargebacks.transitions (occurred_at);
