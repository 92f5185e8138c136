-- without a transaction

-- Most payments are made without a wallet; those with one are looked for.
create index concurrently if not exists payments_by_wallet on payments.payments (site_id, wallet, id) where wallet is not null;
