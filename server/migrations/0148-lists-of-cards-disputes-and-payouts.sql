-- without a transaction

-- Ids of issued cards do not rise with time, and those of disputes are no numbers, of which a period would be a range.
create index concurrently if not exists cards_partner_id_created_at_id_idx on cards.cards (partner_id, created_at, id);
-- Most cards are active; those that are not are looked for.
create index concurrently if not exists cards_by_status on cards.cards (partner_id, status, created_at, id) where status <> 'active';
create index concurrently if not exists hits_partner_id_id_idx on screening.hits (partner_id, id);
create index concurrently if not exists hits_partner_id_status_id_idx on screening.hits (partner_id, status, id);
create index concurrently if not exists disputes_partner_id_created_at_id_idx on chargebacks.disputes (partner_id, created_at, id);
create index concurrently if not exists disputes_by_status on chargebacks.disputes (partner_id, status, created_at, id);
create index concurrently if not exists payouts_merchant_id_status_id_idx on merchant_payouts.payouts (merchant_id, status, id);
create index concurrently if not exists invoices_month_id_idx on fee_invoices.invoices (month, id);
