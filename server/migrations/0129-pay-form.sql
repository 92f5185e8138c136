-- What the hosted pages of a site ask of its shoppers, and its own words on them (docs/decisions/0120-a-site-has-a-pay-form.md).
-- Null: the site has none, and its pages are as they are without.
alter table directory.sites add column pay_form jsonb;
