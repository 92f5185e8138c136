-- Disputes of holders about payments with their cards. Nothing here has a foreign key: a dispute names what other modules
-- own, and `verify` compares it (decision 31).
create schema chargebacks;
grant usage on schema chargebacks to florin_app;

create table chargebacks.disputes (
  id             uuid primary key, -- of version 7: it sorts by time
  version        integer not null default 1,
  transaction_id uuid not null,
  partner_id     integer not null,
  holder_id      text collate "C" not null,
  account_id     uuid not null,
  reason         text not null check (reason in
    ('fraud', 'notReceived', 'notAsDescribed', 'duplicate', 'wrongAmount', 'cancelledSubscription', 'creditNotProcessed')),
  explanation    text not null,
  currency       text not null, -- of the card
  minor          bigint not null check (minor > 0),
  status         text not null check (status in ('submitted', 'chargedBack', 'won', 'lost', 'cancelled')),
  created_at     timestamptz not null
);
create index on chargebacks.disputes (transaction_id, id);
create index on chargebacks.disputes (account_id) where status in ('submitted', 'chargedBack');
create index on chargebacks.disputes (status, id);
create unique index one_open_dispute on chargebacks.disputes (transaction_id) where status in ('submitted', 'chargedBack');

create table chargebacks.transitions (
  id               bigint generated always as identity primary key,
  dispute_id       uuid not null,
  from_status      text,
  to_status        text not null,
  action           text not null,
  actor            text not null,
  note             text,
  owed_minor       bigint check (owed_minor >= 0), -- raised: what of it has paid a debt; lost: what the account did not have; else null
  network_minor    bigint check (network_minor > 0), -- what the network has of it in its currency; null: it is in that of the card
  network_currency text,
  markup_minor     bigint check (markup_minor >= 0),
  occurred_at      timestamptz not null,
  check ((network_minor is null) = (network_currency is null) and (network_minor is null) = (markup_minor is null))
);
create index on chargebacks.transitions (dispute_id, id);
create trigger append_only before update or delete or truncate on chargebacks.transitions
  execute function florin.refuse_change();

grant select, insert, update on chargebacks.disputes to florin_app;
grant select, insert on chargebacks.transitions to florin_app;
