-- Payments that were cancelled and that their acquirers have settled all the same: each has to be reversed in a report by a day.
create table reconciliation.awaited_reversals (
  id           bigint primary key, -- the payment
  due_at       timestamptz,
  leased_until timestamptz
);
create index on reconciliation.awaited_reversals (due_at) where due_at is not null;
grant select, insert, update on reconciliation.awaited_reversals to florin_app;
