-- While a table has no statistics, an index that only begins with the same column looks as cheap as the key by which a row is
-- looked up, and the database takes the one that was made last: it then reads all rows of a site to find one of them, until the
-- table is analyzed. So in a new database these keys are made again, after all other indexes. Where there are rows there are
-- statistics.
do $$
begin
  if not exists (select from orders.orders) then
    alter table orders.orders drop constraint orders_site_id_external_id_key;
    alter table orders.orders add constraint orders_site_id_external_id_key unique (site_id, external_id);
  end if;
  if not exists (select from shoppers.shoppers) then
    alter table shoppers.shoppers drop constraint shoppers_site_id_identifier_key;
    alter table shoppers.shoppers add constraint shoppers_site_id_identifier_key unique (site_id, identifier);
  end if;
  if not exists (select from shoppers.cards) then
    drop index shoppers.stored_once;
    create unique index stored_once on shoppers.cards (shopper_id, fingerprint, expiry_year, expiry_month) where status = 'active';
  end if;
  if not exists (select from deposits.deposits) then
    alter table deposits.deposits drop constraint one_deposit;
    alter table deposits.deposits add constraint one_deposit unique (chain_id, transaction_hash, position);
  end if;
  if not exists (select from rates.rates) then
    alter table rates.rates drop constraint rate_key;
    alter table rates.rates add constraint rate_key unique (base, quote, as_of, source);
  end if;
end $$;
