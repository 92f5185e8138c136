-- without a transaction

-- Workers take all that is due of one merchant, or of one payment, as one piece.
create index concurrently if not exists reserves_due_by_merchant on merchant_payouts.reserves (merchant_id, id) where due_at is not null;
create index concurrently if not exists events_due_by_authorization on disputes.events (authorization_key, id) where due_at is not null;
