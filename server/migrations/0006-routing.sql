-- Routing: the operator's rules of which connector a payment goes to.
create schema routing;
grant usage on schema routing to florin_app;

-- A rule that names no site, currency, brand or bin is for every payment. Removed rules are kept.
create table routing.rules (
  id         bigint generated always as identity primary key,
  priority   integer not null check (priority between 1 and 10000), -- the lowest that fits goes first
  connector  text not null,
  site_id    integer,
  currency   text,
  brand      text,
  bin        text check (bin ~ '^[0-9]{1,8}$'), -- the first digits of the card number
  created_at timestamptz not null,
  removed_at timestamptz
);

grant select, insert, update on routing.rules to florin_app;
