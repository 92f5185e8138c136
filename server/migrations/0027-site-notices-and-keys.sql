-- What a site is notified of beyond the results of its orders; shop programs differ in what they make of each.
alter table directory.sites
  add column notify_partial_refunds boolean not null default true,
  add column notify_representments  boolean not null default false, -- won disputes
  add column notify_attempts        boolean not null default false; -- declined attempts while the page is open

-- When the store first signed or called with a key. Until then results are sealed with the key before it.
alter table directory.site_keys add column used_at timestamptz;
update directory.site_keys set used_at = created_at;

-- What the store says of the cardholder and the statement, which its records say again: {country, state, descriptor}.
alter table orders.orders add column card_facts jsonb;
