-- More rows that have a code: decision 179.
insert into florin.tables_to_bind
  select name from unnest(array[
    'fee_invoices.months',
    'kyc.identity_checks',
    'kyc.submissions',
    'merchant_payouts.earnings',
    'shoppers.card_imports'
  ]) as name where exists (select from directory.audit);

alter table fee_invoices.months add column mac bytea;
drop trigger append_only on fee_invoices.months;
create trigger append_only before delete or update of id, month, made_at or truncate on fee_invoices.months for each statement execute function florin.refuse_change();
grant update (mac) on fee_invoices.months to florin_app;

alter table merchant_payouts.earnings add column mac bytea;
drop trigger append_only on merchant_payouts.earnings;
create trigger append_only before delete or update of id, batch_id, merchant_id, currency, captured_minor, minor, closed_at, available_at or truncate on merchant_payouts.earnings for each statement execute function florin.refuse_change();
grant update (mac) on merchant_payouts.earnings to florin_app;

alter table shoppers.card_imports add column mac bytea;
drop trigger append_only on shoppers.card_imports;
create trigger append_only before delete or update of id, site_id, reference, card_id, imported_at or truncate on shoppers.card_imports for each statement execute function florin.refuse_change();
grant update (mac) on shoppers.card_imports to florin_app;

alter table kyc.identity_checks add column mac bytea;
create trigger retire_code after delete or update of mac on kyc.identity_checks for each row when (old.mac is not null) execute function florin.retire_code();
create trigger refuse_retired_code before insert or update of mac on kyc.identity_checks for each row when (new.mac is not null) execute function florin.refuse_retired_code();

alter table kyc.submissions add column mac bytea;
create trigger retire_code after delete or update of mac on kyc.submissions for each row when (old.mac is not null) execute function florin.retire_code();
create trigger refuse_retired_code before insert or update of mac on kyc.submissions for each row when (new.mac is not null) execute function florin.refuse_retired_code();
grant update (mac) on kyc.submissions to florin_app;
