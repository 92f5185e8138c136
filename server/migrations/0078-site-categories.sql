-- What a site sells and where, as card networks have it: holders limit where their cards may be used by both.
alter table directory.sites
  add column merchant_category text not null default '5999' check (merchant_category ~ '^[0-9]{4}$'),
  add column country           text check (country ~ '^[A-Z]{2}$'); -- null: not known
