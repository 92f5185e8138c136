-- What is null is as the data of the merchant have it (docs/decisions/0099-fee-invoices.md).
alter table fee_invoices.billing_details
  alter column legal_name drop not null,
  alter column address drop not null,
  alter column country drop not null;
