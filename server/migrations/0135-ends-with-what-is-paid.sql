-- An order may also end with the period that is paid: when the next one falls due, it ends and is not billed. Who planned
-- the end may undo it; null where last_period is set: its merchant, before shoppers could.
alter table orders.orders
  add column end_planned_by text check (end_planned_by in ('merchant', 'shopper')),
  drop constraint ends_with_a_bill,
  add constraint ends_as_planned check (
    (end_planned_by is null or last_period is not null)
    and (last_period is null
      or (type = 'recurring' and last_period >= next_period - 1 and status in ('in-progress', 'retrying', 'expiring')))
  );
