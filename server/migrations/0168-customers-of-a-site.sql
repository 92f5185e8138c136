-- without a transaction

-- The customers of a site that are not deleted, by their ids: a list of them is counted in it, without rows.
create index concurrently if not exists shoppers_listed on shoppers.shoppers (site_id, id) where removed_at is null;
