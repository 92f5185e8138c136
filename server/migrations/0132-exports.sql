-- Lists that are too long to wait for: a worker writes each to a file, and who asked for it fetches it within days.
create schema exports;
grant usage on schema exports to florin_app;

create table exports.exports (
  id           uuid primary key, -- of the sealed file, too
  staff_id     bigint not null references access.staff,
  list         text not null,
  query        bytea not null, -- its filters, sealed with the key of the file: there may be an e-mail address among them
  status       text not null check (status in ('waiting', 'running', 'ready', 'failed', 'cancelled', 'expired')),
  file_name    text not null,
  estimate     bigint, -- entries when it was asked for; null when counting took too long
  rows         bigint not null default 0, -- written so far
  bytes        bigint not null default 0,
  chunks       integer not null default 0,
  place        text, -- behind which entry of the list it goes on
  data_key     bytea, -- under the master key; null when it is over: nothing opens the pieces any more
  failure      text,
  tries        integer not null default 0, -- in vain since the last piece
  requested_at timestamptz not null,
  ended_at     timestamptz,
  expires_at   timestamptz,
  email_key    uuid not null,
  emailed_at   timestamptz,
  email_tries  integer not null default 0,
  due_at       timestamptz,
  leased_until timestamptz,
  check ((status in ('failed', 'cancelled', 'expired')) = (data_key is null)),
  check ((status in ('waiting', 'running')) = (ended_at is null)),
  check (status <> 'ready' or expires_at is not null)
);
create index on exports.exports (due_at) where due_at is not null;
create index on exports.exports (staff_id, requested_at);
create trigger notify_due after insert on exports.exports for each statement execute function florin.notify_due();

create table exports.pieces (
  document_id uuid not null references exports.exports,
  number      integer not null,
  sealed      bytea not null,
  primary key (document_id, number)
);
-- Sealed bytes do not compress.
alter table exports.pieces alter column sealed set storage external;

grant select, insert, update on exports.exports to florin_app;
grant select, insert, delete on exports.pieces to florin_app;
