-- Coins that were credited, and that a reorganisation has taken away: who bears the loss, and whether they came back.
alter table topups.receipts drop constraint receipts_status_check;
alter table topups.receipts add constraint receipts_status_check check (status in (
  'seen', 'waiting', 'credited', 'parked', 'frozen', 'returned', 'dropped', 'lost', 'writtenOff', 'reclaimed'));
alter table topups.receipts drop constraint receipts_check2;
alter table topups.receipts add constraint receipts_check2
  check ((status in ('credited', 'lost', 'writtenOff', 'reclaimed')) = (minor is not null));

-- Each is one entry, of the reference `<receipt> <nth>`. `found` undoes the one before it.
create table topups.losses (
  id          bigint generated always as identity primary key,
  receipt_id  uuid not null references topups.receipts,
  nth         smallint not null check (nth > 0),
  kind        text not null check (kind in ('writtenOff', 'reclaimed', 'found')),
  owed_minor  bigint not null check (owed_minor >= 0), -- reclaimed: what the account did not have; found: what paid a debt
  occurred_at timestamptz not null,
  constraint decided_once unique (receipt_id, nth)
);
create trigger append_only before update or delete or truncate on topups.losses
  execute function florin.refuse_change();

grant select, insert on topups.losses to florin_app;
