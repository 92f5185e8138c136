-- How far the lists of connectors that import what they have settled by themselves were read
-- (docs/decisions/0142-stripe-creates-first-and-confirms-second.md).
create table reconciliation.places (
  connector text primary key,
  place     text not null, -- as the connector says it
  read_at   timestamptz not null
);
grant select, insert, update on reconciliation.places to florin_app;
