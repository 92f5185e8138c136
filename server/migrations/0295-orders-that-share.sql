-- without a transaction
-- Orders with shares for other sites are few: those that share with a merchant that closes are counted among them.
create index concurrently if not exists orders_sharing_idx on orders.orders (id) where transaction_option -> 'splitPayment' is not null;
