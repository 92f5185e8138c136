-- without a transaction
-- Payment links of a customer who was deleted are found to be theirs by the identifier that the store knew them by.
create index concurrently if not exists shoppers_removed on shoppers.shoppers (site_id, split_part(identifier, '#', 1)) where removed_at is not null;
