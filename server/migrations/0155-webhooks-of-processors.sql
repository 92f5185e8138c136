-- What processors send by themselves: stored before it is answered, then applied once, in any order.
create table processors.messages (
  id           bigint      generated always as identity primary key,
  connection   text        collate "C" not null references processors.connections,
  message_id   text        collate "C" not null, -- as the processor calls it: delivered again it is the same
  type         text        not null,
  happened_at  timestamptz not null, -- as the processor says
  received_at  timestamptz not null,
  body         bytea,                -- sealed; null: deleted, since it is old
  status       text        not null check (status in ('waiting', 'applied', 'ignored', 'parked')),
  version      integer     not null default 1,
  tries        integer     not null default 0,
  note         text,                 -- why it was ignored, or what the last try met
  ended_at     timestamptz,          -- when it was applied, ignored or parked
  due_at       timestamptz,
  leased_until timestamptz,
  check ((status = 'waiting') = (due_at is not null)),
  check ((status = 'waiting') = (ended_at is null))
);
create index on processors.messages (due_at) where due_at is not null;
create index on processors.messages (connection, id);
create index on processors.messages (connection, received_at);
create index on processors.messages (received_at);
create index unfinished on processors.messages (connection, status, received_at) where status in ('waiting', 'parked');
create index on processors.messages (get_byte(body, 0));
-- The last one: a table without statistics is looked up by it then, and not by an index that begins with the same column.
alter table processors.messages add unique (connection, message_id);
create trigger notify_due after insert on processors.messages execute function florin.notify_due();

-- How far each connection's own list of messages was read, for those that never came.
create table processors.polls (
  id           bigint      generated always as identity primary key,
  connection   text        collate "C" not null unique references processors.connections,
  place        text,
  due_at       timestamptz not null,
  leased_until timestamptz
);
create index on processors.polls (due_at);

grant select, insert, update, delete on processors.messages to florin_app;
grant select, insert, update on processors.polls to florin_app;
