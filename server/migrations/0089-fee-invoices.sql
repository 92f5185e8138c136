-- Invoices for the platform's fees (docs/decisions/0099-fee-invoices.md).
create schema fee_invoices;
grant usage on schema fee_invoices to florin_app;

-- To whom a merchant's invoices are addressed, and its VAT. Without a row no invoice is made for it.
create table fee_invoices.billing_details (
  id               bigint primary key, -- the merchant
  version          integer not null default 1,
  legal_name       text not null,
  address          text not null, -- lines
  country          text not null,
  vat_id           text,
  vat_basis_points integer not null check (vat_basis_points between 0 and 5000),
  note             text, -- on each invoice, such as that the buyer owes the VAT
  check (vat_basis_points > 0 or note is not null)
);

-- The last number of each year. Who takes the next one says which was the last, so no number is left out.
create table fee_invoices.series (
  year        integer primary key,
  last_number integer not null check (last_number > 0)
);

-- An invoice as it was issued. A credit note credits one as a whole; then its month can be invoiced again.
create table fee_invoices.invoices (
  id               bigint generated always as identity (start with 1001) primary key,
  number           text not null unique,
  year             integer not null,
  sequence         integer not null,
  merchant_id      integer not null,
  currency         text not null,
  month            text not null check (month ~ '^\d{4}-\d{2}$'),
  attempt          integer not null check (attempt > 0), -- how often the month was invoiced with this one
  credits_id       bigint unique references fee_invoices.invoices, -- of a credit note: the invoice
  period_from      timestamptz not null,
  period_until     timestamptz not null,
  seller           jsonb not null,
  buyer            jsonb not null,
  minor            bigint not null, -- with VAT: what was deducted
  vat_basis_points integer not null,
  vat_minor        bigint not null, -- of it
  note             text,
  issued_by        text not null,
  issued_at        timestamptz not null,
  unique (year, sequence),
  check (period_from < period_until)
);
create unique index invoiced_once on fee_invoices.invoices (merchant_id, currency, month, attempt) where credits_id is null;
create index on fee_invoices.invoices (merchant_id, id);
create trigger append_only before update or delete or truncate on fee_invoices.invoices
  execute function florin.refuse_change();

create table fee_invoices.lines (
  id           bigint generated always as identity primary key,
  invoice_id   bigint not null references fee_invoices.invoices,
  site_id      integer not null,
  kind         text not null check (kind in ('percentage', 'fixed', 'returned')),
  basis_points integer, -- of a percentage
  payments     integer not null check (payments > 0),
  base_minor   bigint not null, -- captured or refunded
  minor        bigint not null,
  check ((kind = 'percentage') = (basis_points is not null))
);
create index on fee_invoices.lines (invoice_id, id);
create trigger append_only before update or delete or truncate on fee_invoices.lines
  execute function florin.refuse_change();

-- The months that were invoiced by the schedule.
create table fee_invoices.months (
  id      bigint generated always as identity primary key,
  month   text not null unique,
  made_at timestamptz not null
);
create trigger append_only before update or delete or truncate on fee_invoices.months
  execute function florin.refuse_change();

grant select, insert, update on fee_invoices.billing_details, fee_invoices.series to florin_app;
grant select, insert on fee_invoices.invoices, fee_invoices.lines, fee_invoices.months to florin_app;
