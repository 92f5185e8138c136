-- What every module stands on: the journal of events, the checks of a commit, idempotency keys, rate limits, due work
-- and the clock of a staging installation.
create schema florin;
create schema outbox;
grant usage on schema florin, outbox to florin_app, florin_vault;

-- Called for each write of a commit: it must change exactly the rows that it was meant to change. If it does not,
-- another process was faster, and this error rolls the whole commit back.
create function florin.expect(write integer, what text, actual bigint, expected bigint) returns boolean
  language plpgsql as $$
begin
  if actual <> expected then
    raise exception 'stale write: % of % rows of %', actual, expected, what using errcode = 'FL001', detail = write;
  end if;
  return true;
end $$;

-- The next id of a table, for a statement that inserts many rows and other rows that refer to them. The statement that
-- inserts must take the id itself: a reader who waits until all smaller ids are committed waits for running statements.
create function florin.next_id(what text) returns bigint language sql volatile security definer
  set search_path = pg_catalog, pg_temp as $$ select nextval(pg_get_serial_sequence(what, 'id')) $$;
revoke execute on function florin.next_id(text) from public;
grant execute on function florin.next_id(text) to florin_app;

-- For journals: rows are added and never changed.
create function florin.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only; correct a mistake by adding to it', tg_table_schema || '.' || tg_table_name;
end $$;

-- For tables with due work: wakes the workers of the table when a row is inserted. Commits that notify wait for each
-- other, and when all of them do, the database loses two thirds of its commits per second; so of the commits that
-- overlap in one table only one notifies. A worker finds the rows of the others in the same round, or at its next poll.
create function florin.notify_due() returns trigger language plpgsql as $$
declare
  due_table text := tg_table_schema || '.' || tg_table_name;
begin
  if pg_try_advisory_xact_lock(hashtext('notify_due ' || due_table)) then
    perform pg_notify('due', due_table);
  end if;
  return null;
end $$;

-- Events, one row each, written by the commit that made them true.
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

-- A writer takes the id of an event when it already counts as a transaction under way, so a reader who follows the ids
-- knows when no smaller one can appear any more: src/acquiring/notifications/safe-cursor.ts.
create function outbox.count_writer() returns trigger language plpgsql as $$
begin
  perform pg_current_xact_id();
  return null;
end $$;
create trigger count_writer before insert on outbox.events for each statement execute function outbox.count_writer();
create trigger append_only before update or delete or truncate on outbox.events execute function florin.refuse_change();
grant select, insert on outbox.events to florin_app;

-- Requests that carried an Idempotency-Key. The commit that has the effect writes the row, so there is no key without
-- its effect and no effect without its key.
create table florin.idempotency_keys (
  owner_kind   text collate "C" not null, -- who makes the request: site 10001
  owner_id     text collate "C" not null,
  scope        text not null, -- what is requested: POST /order
  key          text not null,
  request_hash bytea not null, -- a key cannot be used again for another request
  subject_id   text not null, -- what the effect is about, so that a reply that was lost can be made again
  answer       jsonb, -- the reply
  begun_at     timestamptz not null,
  primary key (owner_kind, owner_id, scope, key)
);
create index on florin.idempotency_keys (begun_at); -- the oldest are deleted
grant select, insert, update, delete on florin.idempotency_keys to florin_app;

-- Rate limits: when a key (a hash of an address, for example) has all its points back. Unlogged: a crash may empty it.
create unlogged table florin.rate_limits (
  name    text not null, -- of the limit: src/app/limits.ts
  key     text not null,
  full_at timestamptz not null,
  primary key (name, key)
);
create index on florin.rate_limits (full_at); -- those that are full are deleted
grant select, insert, update, delete on florin.rate_limits to florin_app;

-- For every thousandth entry of a list that only grows: how many entries there are up to this one. Readers write them,
-- to find the length and the deep pages of a list without counting. Each can be computed again from the list.
create table florin.list_checkpoints (
  list       text not null,
  owner_kind text collate "C" not null,
  owner_id   text collate "C" not null,
  nth        bigint not null,
  id         bigint not null,
  primary key (list, owner_kind, owner_id, nth)
);
create index on florin.list_checkpoints (list, owner_kind, owner_id, id);
grant select, insert on florin.list_checkpoints to florin_app;

-- Tasks that run at set times and belong to no row of another table: src/app/schedule.ts lists them.
create table florin.scheduled_tasks (
  id           bigint generated always as identity primary key,
  name         text not null unique,
  due_at       timestamptz,
  leased_until timestamptz
);
grant select, insert, update on florin.scheduled_tasks to florin_app;

-- Staging only: the position of the logical clock, in one row.
create table florin.clock (
  id        boolean primary key default true check (id),
  offset_ms bigint not null default 0, -- how far it is ahead of the machine's
  paused_at timestamptz,
  -- Several processes may move the clock at once: each names the version that it read.
  version   bigint not null default 0,
  -- While a runner takes the clock from one due item to the next, until run_until by the machine's time at the latest,
  -- the runner does what is due and all other workers pause.
  run_by    uuid,
  run_until timestamptz,
  check ((run_by is null) = (run_until is null))
);
insert into florin.clock default values;

-- Notifies every process of each change of the clock, in the order of the changes, with the position that it led to.
create function florin.notify_clock() returns trigger language plpgsql as $$
begin
  perform pg_notify('clock', json_build_object('version', new.version, 'offsetMs', new.offset_ms,
    'pausedAt', new.paused_at, 'runBy', new.run_by, 'runUntil', new.run_until)::text);
  perform pg_notify('due', ''); -- for the workers of every table
  return null;
end $$;
create trigger notify after update on florin.clock for each row execute function florin.notify_clock();
grant select, update on florin.clock to florin_app;
