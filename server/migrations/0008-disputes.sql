-- Dispute events as acquirers reported them, and how far their lists were read. Chargebacks and representments, which
-- come of them, are transactions in payments.payments.
create schema disputes;
grant usage on schema disputes to florin_app;

-- Nothing that an acquirer reported is dropped: an event that fits no payment waits for an operator.
create table disputes.events (
  id                bigint generated always as identity primary key,
  connector         text not null,
  event_id          text not null, -- the connector's: delivered twice, it is kept once
  dispute           text not null, -- the acquirer's id of the dispute
  authorization_key text not null,
  kind              text not null check (kind in ('opened', 'won', 'lost')),
  currency          text not null,
  minor             bigint not null check (minor > 0),
  reason            text not null,
  happened_at       timestamptz not null,
  received_at       timestamptz not null,

  -- What we did with it.
  payment_id        bigint references payments.payments, -- the payment that is disputed, once it was found
  done_at           timestamptz, -- booked, or known before
  trouble           text, -- why an operator should review it, in words for them
  seen_at           timestamptz, -- when an operator did
  due_at            timestamptz, -- null and not done: an operator must act
  leased_until      timestamptz,
  unique (connector, event_id),
  check (done_at is null or due_at is null),
  check (done_at is not null or due_at is not null or trouble is not null)
);
create index on disputes.events (due_at) where due_at is not null;
create index on disputes.events (authorization_key, id);
create index on disputes.events (id) where trouble is not null and seen_at is null; -- to be reviewed

-- How far each connector's list of disputes was read, and when it is read again. The program makes the rows.
create table disputes.cursors (
  id           bigint generated always as identity primary key,
  connector    text not null unique,
  read_up_to   text,
  version      integer not null default 1,
  due_at       timestamptz,
  leased_until timestamptz
);

grant select, insert, update on disputes.events, disputes.cursors to florin_app;
