-- without a transaction
-- The transactions that were made with an authentication of a holder.
create index concurrently if not exists transactions_by_authentication on spending.transactions (authentication_id)
  where authentication_id is not null;
