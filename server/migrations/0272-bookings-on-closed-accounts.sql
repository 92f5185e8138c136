-- What was booked on an account of a customer after it was closed, by a card network or a processor: nobody can reach that money.
create table accounts.late_bookings (
  account_id uuid not null references accounts.accounts (id),
  recipe     text not null,
  reference  text not null, -- of the entry in the books
  booked_at  timestamptz not null,
  primary key (account_id, recipe, reference)
);
create index on accounts.late_bookings (booked_at);

-- Those of before.
insert into accounts.late_bookings (account_id, recipe, reference, booked_at)
select distinct a.id, e.recipe, e.reference, e.posted_at
from accounts.accounts a
cross join lateral (values ('holder:' || a.id || ':available'), ('holder:' || a.id || ':owed')) as n (name)
join ledger.lines l on l.account = n.name join ledger.entries e on e.id = l.entry_id
where a.status = 'closed' and e.posted_at > a.closed_at;

grant select, insert on accounts.late_bookings to florin_app;
