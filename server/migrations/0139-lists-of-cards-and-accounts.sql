-- without a transaction
call shoppers.fill_sites_of_cards();

-- Ids of accounts, and of cards that are set aside before their first payment, do not rise with time.
create index concurrently if not exists cards_site_id_created_at_id_idx on shoppers.cards (site_id, created_at, id);
create index concurrently if not exists cards_by_expiry on shoppers.cards (site_id, expiry_year, expiry_month) where status = 'active';
create index concurrently if not exists accounts_partner_id_created_at_id_idx on accounts.accounts (partner_id, created_at, id);
create index concurrently if not exists receipts_status_created_at_id_idx on topups.receipts (status, created_at, id);
