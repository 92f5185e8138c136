-- Payments that were approved after their customer was deleted: the money is owed back until it is back, whatever the acquirer answers meanwhile.
create table payments.owed_returns (
  id           bigint primary key references payments.payments(id), -- the payment
  owed_at      timestamptz not null,
  tries        integer not null default 0, -- requests to the acquirer to return it
  due_at       timestamptz, -- null: it is back
  leased_until timestamptz
);
create index on payments.owed_returns (due_at) where due_at is not null;
create index on payments.owed_returns (tries) where due_at is not null; -- those that an operator has to look at
create trigger notify_due after insert on payments.owed_returns for each statement execute function florin.notify_due();
grant select, insert, update on payments.owed_returns to florin_app;

-- What was due to be returned so far, and what is under way: it was due no more once a refund was requested.
insert into payments.owed_returns (id, owed_at, due_at)
select p.id, p.approved_at, p.approved_at
from payments.payments p join shoppers.shoppers s on s.id = p.shopper_id
where s.removed_at is not null and p.type = 'deposit' and p.period is null and p.approved_at > s.removed_at
  and (p.status = 'cancelling' or p.status = 'captured' and (p.due_at is not null or exists (
    select from payments.payments r where r.parent_id = p.id and r.type = 'refund' and r.status = 'refunding')));
