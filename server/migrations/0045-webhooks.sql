-- Webhooks: what partners are told, and each attempt to deliver it.
create schema webhooks;
grant usage on schema webhooks to florin_app;

-- `documented`: 3 attempts (card-issuing, limits). `long`: the doubling goes on for two days.
alter table partners.partners
  add column webhook_retries text not null default 'documented' check (webhook_retries in ('documented', 'long'));

-- One event, with the body that every attempt sends and that GET /v1/events shows.
create table webhooks.events (
  id           bigint generated always as identity,
  partner_id   integer not null,
  holder_id    text collate "C" not null,
  event_id     text collate "C" not null, -- what receivers recognize it by: evt_ and a ULID
  event_type   text not null,
  body         text not null, -- the JSON envelope, byte for byte; it is signed anew for each attempt
  retries      text not null check (retries in ('documented', 'long')),
  status       text not null check (status in ('waiting', 'delivered', 'parked', 'unsent')), -- unsent: there was no address
  version      integer not null default 1,
  attempts     integer not null default 0, -- made so far
  tries_left   integer not null check (tries_left >= 0), -- left in the schedule; sending again renews it
  created_at   timestamptz not null,
  delivered_at timestamptz,
  due_at       timestamptz,
  leased_until timestamptz,
  primary key (id, created_at), -- with the time, so that it can be partitioned by month
  check ((status = 'waiting') = (due_at is not null)),
  check ((status = 'delivered') = (delivered_at is not null))
) with (fillfactor = 50); -- room in each page for the second version of a claimed row, so that the claim touches no index
create index on webhooks.events (due_at) where due_at is not null;
create index on webhooks.events (partner_id, due_at, id) where due_at is not null; -- each partner has its turn
create index on webhooks.events (partner_id, id);
create index on webhooks.events (event_id);
create index on webhooks.events (partner_id, id) where status in ('parked', 'unsent');
create trigger notify_due after insert on webhooks.events execute function florin.notify_due();

create table webhooks.attempts (
  event         bigint not null, -- the id of the row
  attempt       integer not null,
  delivery_id   uuid not null, -- X-Money-Delivery-Id
  url           text, -- null: there was none
  outcome       text not null check (outcome in (
    'delivered', 'refused', 'unreachable', 'timeout', 'forbidden', 'no_address', 'no_key'
  )),
  http_status   integer,
  reply         text, -- the first bytes of the response
  took_ms       integer not null,
  attempted_at  timestamptz not null,
  primary key (event, attempt, attempted_at) -- as of notifications.attempts
);
create trigger append_only before update or delete or truncate on webhooks.attempts
  execute function florin.refuse_change();

grant select, insert, update on webhooks.events to florin_app;
grant select, insert on webhooks.attempts to florin_app;
