-- The balances of accounts at the end of days (UTC) in which nothing can be booked any more, by the moments of entries
-- (docs/decisions/0184-the-books-of-a-day-are-those-of-its-moments.md). Each can be computed again from the lines. A day has the accounts
-- that moved in it: the balance of any other is that of its last day before.
create table ledger.closed_days (
  until     timestamptz primary key, -- its end
  closed_at timestamptz not null
);

create table ledger.day_balances (
  account  text collate "C" not null,
  currency text not null,
  until    timestamptz not null,
  minor    bigint not null, -- debit above zero, credit below
  primary key (account, currency, until)
);
grant select, insert on ledger.closed_days, ledger.day_balances to florin_app;
