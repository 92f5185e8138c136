-- without a transaction

-- A seal reads what is new of a journal by its number, and so does verify since a seal.
create index concurrently if not exists payment_transitions_id on payments.payment_transitions (id);
create index concurrently if not exists order_transitions_id on orders.order_transitions (id);
