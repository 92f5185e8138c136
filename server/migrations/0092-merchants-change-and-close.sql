-- What is known of merchants, and how they leave (docs/operating/merchants.md).

-- Without a row: an active merchant with the name that it was created with.
create table directory.merchant_details (
  id                  bigint primary key, -- the merchant
  version             integer not null default 1,
  status              text not null check (status in ('active', 'closing', 'closed')),
  name                text not null,
  legal_name          text,
  registration_number text, -- in the register of companies
  tax_number          text, -- for value added tax
  address             text,
  country             text check (country ~ '^[A-Z]{2}$'),
  email               text
);
create trigger notify_change after insert or update or delete on directory.merchant_details
  execute function directory.notify_change();
grant select, insert, update on directory.merchant_details to florin_app;

-- Merchants that are closing: what runs is ended, and what is left is looked at each day.
create schema merchants;
grant usage on schema merchants to florin_app;
create table merchants.closures (
  id           bigint primary key, -- the merchant
  due_at       timestamptz, -- null: closed, or open again
  leased_until timestamptz
);
create index on merchants.closures (due_at) where due_at is not null;
grant select, insert, update on merchants.closures to florin_app;
