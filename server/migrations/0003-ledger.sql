-- The books: entries whose lines sum to zero, balances that may not become negative, and holds on money that has not
-- moved yet.
create schema ledger;
grant usage on schema ledger to florin_app;

create table ledger.entries (
  id        bigint generated always as identity primary key,
  recipe    text not null,
  reference text not null,
  posted_at timestamptz not null,
  unique (recipe, reference) -- an event is booked once, however often it is delivered
);

-- No foreign key to entries, so that both can be partitioned (decision 31): check_balance refuses a line without its
-- entry.
create table ledger.lines (
  entry_id bigint not null,
  account  text collate "C" not null,
  currency text not null,
  minor    bigint not null check (minor <> 0) -- debit above zero, credit below
);
create index on ledger.lines (entry_id);
create index on ledger.lines (account, currency, entry_id) include (minor); -- a balance is read from the index alone

-- Lines come with their entry: they sum to zero in each currency, and no line is ever added to an older entry, which a
-- checkpoint may have summed already.
create function ledger.check_balance() returns trigger language plpgsql as $$
begin
  if exists (
    select from added a
    left join ledger.entries e on e.id = a.entry_id and e.xmin = pg_current_xact_id()::xid
    group by a.entry_id, a.currency
    having sum(a.minor) <> 0 or count(e.id) < count(*)
  ) then
    raise exception 'an entry does not balance, or is not new' using errcode = 'FL002';
  end if;
  return null;
end $$;
create trigger balances after insert on ledger.lines referencing new table as added
  for each statement execute function ledger.check_balance();

create trigger append_only before update or delete or truncate on ledger.entries
  execute function florin.refuse_change();
create trigger append_only before update or delete or truncate on ledger.lines
  execute function florin.refuse_change();

-- Accounts that may not become negative keep a balance here, in minor units of credit. The commit that posts to them
-- changes it.
create table ledger.guarded_balances (
  account  text collate "C" not null,
  currency text not null,
  minor    bigint not null check (minor >= 0),
  primary key (account, currency)
);

-- Money that is reserved and has not moved yet, such as what a cardholder's bank has reserved for a merchant.
create table ledger.holds (
  id           bigint generated always as identity primary key,
  reference    text not null unique,
  account      text not null,
  currency     text not null,
  minor        bigint not null check (minor > 0),
  posted_minor bigint not null default 0 check (posted_minor between 0 and minor),
  status       text not null check (status in ('held', 'posted', 'voided')),
  held_at      timestamptz not null,
  ended_at     timestamptz
);
create index on ledger.holds (account, currency) where status = 'held';

-- Sums of an account up to an entry, so that a balance reads few lines. Each can be computed again from the lines.
create table ledger.checkpoints (
  account       text collate "C" not null,
  currency      text not null,
  through_entry bigint not null,
  minor         bigint not null,
  primary key (account, currency, through_entry)
);

-- The last entry, at a moment when no smaller id can still appear: an id is taken before its entry is committed, so a
-- smaller id can become visible after a bigger one. The lock waits for every transaction that adds an entry and is
-- released at once. Transactions that begin to add one meanwhile wait behind it, so it gives up after a second.
create function ledger.committed_through() returns bigint language plpgsql security definer
  set search_path = pg_catalog, pg_temp set lock_timeout = '1s' as $$
begin
  lock table ledger.entries in share mode;
  return (select coalesce(max(id), 0) from ledger.entries);
end $$;
revoke execute on function ledger.committed_through() from public;
grant execute on function ledger.committed_through() to florin_app;

grant select, insert on ledger.entries, ledger.lines to florin_app;
grant select, insert, update on ledger.guarded_balances, ledger.holds, ledger.checkpoints to florin_app;
