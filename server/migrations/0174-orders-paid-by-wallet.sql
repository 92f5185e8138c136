-- The wallet that an order was last paid with; null: a card, or nothing yet.
alter table orders.orders add column wallet text check (wallet in ('applePay', 'googlePay'));

update orders.orders o set wallet = paid.wallet
from (
  select distinct on (order_id) order_id, wallet from payments.payments
  where type in ('deposit', 'verify-card') and parent_id is null
    and status not in ('authorizing', 'challenging', 'uncertain', 'reversing', 'failed')
  order by order_id, id desc
) paid
where paid.order_id = o.id and paid.wallet is not null;
