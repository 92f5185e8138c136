-- A document that cannot be made is tried again, and then waits for an operator; the others of its site go on
-- (docs/decisions/0097-invoices-of-shops.md). It has no number until it is made, so none is missing.
alter table invoices.requests
  add column tries     integer not null default 0, -- that failed, since it was requested or since an operator retried it
  add column problem   text, -- why the last try failed
  add column parked_at timestamptz, -- it is tried no more
  add constraint parked_with_problem check (parked_at is null or (due_at is null and problem is not null));
-- Documents of a payment are made in their order.
create index on invoices.requests (payment_id, id) where due_at is not null or parked_at is not null;
create index on invoices.requests (site_id, id) where parked_at is not null;
