-- The staff search everything by what they remember of it. Each lookup is carried by an index:

-- the newest payments of an amount: the index on the amount alone would have all of them sorted first.
create index if not exists payments_site_id_minor_id_idx on payments.payments (site_id, minor, id);
drop index if exists payments.payments_site_id_minor_idx;

-- customers of stores by the beginning of their name; most stores send none.
create index shoppers_by_last_name on shoppers.shoppers (site_id, lower(last_name)) where last_name is not null;
create index shoppers_by_first_name on shoppers.shoppers (site_id, lower(first_name)) where first_name is not null;

-- issued cards by the end of their number, and the newest transactions of a partner's cards.
create index cards_by_last_four on cards.cards (partner_id, last_four, created_at);
create index if not exists transactions_partner_id_id_idx on spending.transactions (partner_id, id);
