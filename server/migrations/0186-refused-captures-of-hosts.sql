-- Captures that a host refuses though it has approved the payment: an operator decides about each.
create table isohost.refused_captures (
  id                bigint generated always as identity primary key,
  connector         text not null,
  message_id        uuid not null, -- of isohost.messages
  authorization_key uuid not null,
  stan              integer not null, -- under which the host has refused it; tried again, the message gets another one
  attempts          integer not null, -- how often it was sent when the host refused it last
  code              text not null, -- field 39 of that response
  minor             bigint not null,
  currency          text not null,
  status            text not null check (status in ('open', 'taken', 'triedAgain', 'givenUp')),
  refused_at        timestamptz not null, -- for the first time
  refused_last_at   timestamptz not null,
  decided_at        timestamptz,
  due_at            timestamptz, -- of what was given up, until its payment says so
  leased_until      timestamptz,
  constraint open_is_undecided check ((status in ('triedAgain', 'givenUp')) = (decided_at is not null)),
  constraint due_when_given_up check (due_at is null or status = 'givenUp')
);
create unique index refused_once on isohost.refused_captures (message_id) where status = 'open';
create index on isohost.refused_captures (due_at) where due_at is not null;
create index on isohost.refused_captures (connector, id);

grant select, insert, update on isohost.refused_captures to florin_app;
