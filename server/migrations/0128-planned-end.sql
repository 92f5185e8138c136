-- An order that its merchant has cancelled for later ends when this period is paid; cancel_message is why. Null: it goes on.
alter table orders.orders
  add column last_period integer,
  add constraint ends_with_a_bill check (
    last_period is null
    or (type = 'recurring' and last_period >= next_period and status in ('in-progress', 'retrying', 'expiring'))
  );
