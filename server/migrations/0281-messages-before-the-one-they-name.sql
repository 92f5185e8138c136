-- without a transaction
-- Messages that came before the one that they name, also those that have found another that names the same. They are few.
create index concurrently if not exists messages_before_named on spending.messages (card_id, id)
  where before_original or (kind = 'reversal' and transaction_id is null)
    or (kind in ('advice', 'clearing', 'refund') and from_status is null and action <> 'decline' and original_stan is not null);
