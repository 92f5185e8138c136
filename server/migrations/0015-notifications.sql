-- Notifications to stores, and each attempt to deliver them.
create schema notifications;
grant usage on schema notifications to florin_app;

-- A notification of a payment, with the body that every attempt sends.
create table notifications.notifications (
  id           bigint generated always as identity,
  site_id      integer not null,
  payment_id   bigint not null,
  order_id     bigint not null,
  url          text not null,
  body         text not null, -- the JSON payload, byte for byte; it is encrypted anew for each attempt
  status       text not null check (status in ('waiting', 'delivered', 'parked')),
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
);
create index on notifications.notifications (due_at) where due_at is not null;
create index on notifications.notifications (site_id, due_at, id) where due_at is not null; -- each site has its turn
create index on notifications.notifications (order_id);
create index on notifications.notifications (site_id, id);
create index on notifications.notifications (site_id, id) where status = 'parked';
create trigger notify_due after insert on notifications.notifications execute function florin.notify_due();

create table notifications.attempts (
  notification_id bigint not null,
  attempt         integer not null,
  outcome         text not null check (outcome in (
    'delivered', 'refused', 'unreachable', 'timeout', 'forbidden', 'keyless'
  )),
  http_status     integer,
  reply           text, -- the first bytes of the response
  took_ms         integer not null,
  attempted_at    timestamptz not null,
  -- With the time, so that it can be partitioned by month. An attempt is recorded once because its commit changes the
  -- version of the notification (decision 31).
  primary key (notification_id, attempt, attempted_at)
);
create trigger append_only before update or delete or truncate on notifications.attempts
  execute function florin.refuse_change();

grant select, insert, update on notifications.notifications to florin_app;
grant select, insert on notifications.attempts to florin_app;
