-- Connectors that an operator has paused: they get no new payments and payouts. The latest pause of each; all of them are in the audit.
create table routing.pauses (
  connector text        primary key,
  version   integer     not null default 1,
  paused_at timestamptz not null,
  paused_by text        not null,
  reason    text        not null,
  ended_at  timestamptz check (ended_at >= paused_at)
);
grant select, insert, update on routing.pauses to florin_app;
