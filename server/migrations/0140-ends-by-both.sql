-- Where a shopper and their merchant have each cancelled an order for later, neither can undo it alone. What the check before
-- this one allows, this one allows too: it is proved in 0147, beside those who write.
alter table orders.orders
  drop constraint orders_end_planned_by_check,
  add constraint orders_end_planned_by_check check (end_planned_by in ('merchant', 'shopper', 'both')) not valid;

create procedure orders.validate_end_planned_by() language plpgsql as $$
begin
  alter table orders.orders validate constraint orders_end_planned_by_check;
end $$;
