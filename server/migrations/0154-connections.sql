-- Connections to processors: the accounts of this installation at them, each with a name, as payments name it.
create schema processors;
grant usage on schema processors to florin_app;

create table processors.connections (
  name          text        collate "C" primary key check (name ~ '^[a-z][a-z0-9-]{0,39}$'),
  version       integer     not null default 1,
  kind          text        not null,
  mode          text        not null check (mode in ('test', 'live')),
  account       text,        -- what the processor calls the account, as the last check that worked has said
  default_at    timestamptz, -- the newest of all takes what no rule of routing sends elsewhere
  created_at    timestamptz not null,
  changed_at    timestamptz not null,
  disabled_at   timestamptz,
  checked_at    timestamptz, -- the last harmless call
  check_problem text,        -- what it met; null: it worked
  check (check_problem is null or checked_at is not null)
);

-- What a connection is used with. The newest is current; one that was replaced counts for signatures until it expires.
create table processors.credentials (
  id         bigint      generated always as identity primary key,
  connection text        collate "C" not null references processors.connections,
  fields     jsonb       not null, -- by their names, those that are no secrets
  sealed     bytea       not null, -- the others, as JSON, under a master key
  created_at timestamptz not null,
  expires_at timestamptz
);
create index on processors.credentials (connection, id);
create index on processors.credentials (get_byte(sealed, 0));

-- Every process keeps them in memory for a short time; this notifies it to read them again.
create function processors.notify_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('processors', '');
  return null;
end $$;
create trigger notify_change after insert or update on processors.connections
  execute function processors.notify_change();
create trigger notify_change after insert or update on processors.credentials
  execute function processors.notify_change();

grant select, insert, update on processors.connections, processors.credentials to florin_app;
