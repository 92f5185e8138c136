-- Requests of merchants' and partners' programs, masked, for the developers who look for one. They are written in batches
-- beside the payments, may be lost in a crash, and are deleted after some weeks.
create schema request_log;
grant usage on schema request_log to florin_app;

create table request_log.requests (
  id          bigint      generated always as identity primary key,
  request_id  uuid        not null,
  received_at timestamptz not null,
  site_id     integer,
  partner_id  integer,
  sent_by     text        not null check (sent_by in ('key', 'customer', 'form')),
  key_id      text,
  method      text        not null,
  route       text        not null, -- with `:name` for a parameter
  path        text        not null,
  status      smallint    not null,
  took_ms     integer     not null,
  reason      text,
  field       text,
  message     text,
  concerns    text[]      not null, -- `order:1017`
  body        text        check (octet_length(body) <= 8192),
  reply       text        check (octet_length(reply) <= 4096),
  check ((site_id is null) <> (partner_id is null))
);
create index on request_log.requests (site_id, id) where site_id is not null;
create index on request_log.requests (partner_id, id) where partner_id is not null;
-- New entries wait in a list of 16 MB, which is sorted in as a whole: a third of the cost, and a search reads the list too.
create index on request_log.requests using gin (concerns) with (gin_pending_list_limit = 16384);
create index on request_log.requests (request_id); -- of version 7, rising with time
grant select, insert, delete on request_log.requests to florin_app;
