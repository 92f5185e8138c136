-- without a transaction
-- Messages that came before the one that they name: an authorization looks for those about it. They are few.
create index concurrently if not exists messages_before_original on spending.messages (card_id, id)
  where (kind = 'reversal' and transaction_id is null)
    or (kind in ('advice', 'clearing', 'refund') and from_status is null and action <> 'decline' and original_stan is not null);
