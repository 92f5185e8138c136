-- without a transaction
-- Lists of topups and customers are read on by their ids, which rise with time.
create index concurrently if not exists topups_partner_id_id_idx on topups.topups (partner_id, id);
create index concurrently if not exists holders_partner_id_id_idx on holders.holders (partner_id, id);
