-- What Florin and a host of an acquirer have counted of a business day: its message (0500), and the host's answer.
create table isohost.business_days (
  id           bigint generated always as identity primary key,
  connector    text not null unique,
  day          date not null, -- that is closed next
  due_at       timestamptz, -- null: the profile wants no totals
  leased_until timestamptz
);
create index on isohost.business_days (due_at) where due_at is not null;

create table isohost.totals (
  id           bigint generated always as identity primary key,
  connector    text not null,
  day          date not null,
  currency     text not null,
  terminal     text not null,
  stan         integer not null default nextval('isohost.stans'),
  sent_at      timestamptz not null, -- of the first time; repeats say the same
  attempts     integer not null,
  ours         jsonb not null, -- counts and minor units, as texts
  theirs       jsonb, -- those of the host, as far as it says them
  status       text not null check (status in ('open', 'inBalance', 'outOfBalance', 'closed')),
  code         text, -- field 39 of the last response
  answered_at  timestamptz,
  closed_at    timestamptz, -- by an operator
  due_at       timestamptz,
  leased_until timestamptz,
  constraint totals_once unique (connector, day, currency),
  constraint closed_by_a_person check ((status = 'closed') = (closed_at is not null)),
  constraint due_while_open check ((status = 'open') = (due_at is not null))
);
create index on isohost.totals (due_at) where due_at is not null;
create index on isohost.totals (connector, status) where status in ('open', 'outOfBalance');

grant select, insert, update on isohost.business_days, isohost.totals to florin_app;
