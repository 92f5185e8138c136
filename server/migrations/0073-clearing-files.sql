-- Files of presentments, as card networks send them at the end of a day. Each row is a message of the sender `file <id>`;
-- what it has moved is among the presentments.
create table spending.files (
  id          bigint generated always as identity primary key,
  version     integer not null default 1,
  name        text not null, -- as the operator calls it
  digest      bytea not null, -- SHA-256 of its bytes
  row_count   integer not null check (row_count >= 0),
  done        integer not null check (done between 0 and row_count), -- rows, in the order of the file
  cleared     integer not null check (cleared >= 0), -- counted at the end, as those below
  forced      integer not null check (forced >= 0), -- cleared without an authorization of ours
  refunded    integer not null check (refunded >= 0),
  repeated    integer not null check (repeated >= 0), -- booked before
  rejected    integer not null check (rejected >= 0),
  started_by  text not null,
  started_at  timestamptz not null,
  finished_at timestamptz,
  check (finished_at is not null or cleared + forced + refunded + repeated + rejected = 0)
);
create index on spending.files (digest, id);
-- Several processes that are given one file continue one run of it.
create unique index one_run_of_a_file on spending.files (digest) where finished_at is null;
grant select, insert, update on spending.files to florin_app;

-- A row of a file names a payment by its references alone, and a message those of its card: one index serves both.
create index on spending.transactions (rrn, card_id) where rrn is not null;
create index on spending.transactions (network_transaction_id, card_id) where network_transaction_id is not null;
drop index spending.transactions_card_id_rrn_idx;
drop index spending.transactions_card_id_network_transaction_id_idx;
