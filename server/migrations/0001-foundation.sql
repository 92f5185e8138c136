create schema florin;
create schema outbox;
grant usage on schema florin, outbox to florin_app, florin_vault;

-- Called at the end of every commit: the rows it changed must be as many as it meant to change. If not, somebody else
-- was quicker, and the whole statement is undone by this error.
create function florin.expect(write integer, what text, actual bigint, expected bigint) returns boolean language plpgsql as $$
begin
  if actual <> expected then
    raise exception 'stale write: % of % rows of %', actual, expected, what using errcode = 'FL001', detail = write;
  end if;
  return true;
end $$;

-- For journals: rows are added and never changed.
create function florin.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only; correct a mistake by adding to it', tg_table_schema || '.' || tg_table_name;
end $$;

-- Staging only: how far the logical clock is from the machine's.
create table florin.clock (
  id        boolean primary key default true check (id),
  offset_ms bigint not null default 0,
  paused_at timestamptz
);
insert into florin.clock default values;
grant select, update on florin.clock to florin_app;

-- For tables with due work: wakes the workers of the table when something new is due in it. Commits that notify wait for
-- each other, and cost the database two thirds of its commits a second when all of them do; so of those that overlap in
-- one table only one notifies. What the others inserted, a worker finds in the same round or when it next looks by itself.
create function florin.notify_due() returns trigger language plpgsql as $$
declare
  due_table text := tg_table_schema || '.' || tg_table_name;
begin
  if pg_try_advisory_xact_lock(hashtext('notify_due ' || due_table)) then
    perform pg_notify('due', due_table);
  end if;
  return null;
end $$;

-- What happened, one row for each event. Written by the commit that made it true.
create table outbox.events (
  id           bigint generated always as identity,
  name         text not null,
  owner_kind   text collate "C" not null, -- whose log it belongs to: site 10001
  owner_id     text collate "C" not null,
  subject_type text not null,
  subject_id   text collate "C" not null, -- a number, a UUID or a prefixed id
  body         jsonb not null,
  occurred_at  timestamptz not null,
  primary key (id, occurred_at) -- with the time, so that it can be partitioned by month
);
create index on outbox.events (subject_type, subject_id, id);
create index on outbox.events (owner_kind, owner_id, id);
create trigger append_only before update or delete or truncate on outbox.events execute function florin.refuse_change();
grant select, insert on outbox.events to florin_app;

-- Requests that carried an Idempotency-Key: the row is written by the commit that has the effect, so a key without an
-- effect, or an effect without its key, cannot be.
create table florin.idempotency_keys (
  owner_kind   text collate "C" not null, -- who makes the request: site 10001
  owner_id     text collate "C" not null,
  scope        text not null, -- what is requested: POST /order
  key          text not null,
  request_hash bytea not null,
  subject_id   text not null, -- what the effect is about, to answer again when the first answer was lost
  answer       jsonb,
  begun_at     timestamptz not null,
  primary key (owner_kind, owner_id, scope, key)
);
create index on florin.idempotency_keys (begun_at);
grant select, insert, update, delete on florin.idempotency_keys to florin_app;

-- How often something was asked: when a key (a hash of an address, say) has all its points back. Not a fact of the
-- business, so it need not survive a crash.
create unlogged table florin.rate_limits (
  name    text not null, -- of the limit; src/app/limits.ts
  key     text not null,
  full_at timestamptz not null,
  primary key (name, key)
);
create index on florin.rate_limits (full_at);
grant select, insert, update, delete on florin.rate_limits to florin_app;

-- What is done by the clock and is about nothing in particular; src/app/schedule.ts lists it.
create table florin.scheduled_tasks (
  id           bigint generated always as identity primary key,
  name         text not null unique,
  due_at       timestamptz,
  leased_until timestamptz
);
grant select, insert, update on florin.scheduled_tasks to florin_app;
