-- What banks have kept of a payout that came back; null: nothing.
alter table merchant_payouts.payouts
  add column bank_charge_minor bigint,
  add constraint charged_when_returned
    check (bank_charge_minor is null or (status = 'returned' and bank_charge_minor > 0 and bank_charge_minor < minor));

-- Of a return that a statement of the bank reports, what came back by it. Null: no statement said how much.
alter table merchant_payouts.payout_transitions
  add column received_minor bigint,
  add constraint received_by_return check (received_minor is null or (action = 'return' and received_minor > 0));

-- The code of a payout covers the new column.
create or replace trigger drop_code before update of id, merchant_id, currency, minor, bank_account_id, status, scheduled_for, end_to_end_id,
    payable_minor, pending_minor, outflows_minor, file_id, bank_reference, created_at, paid_at, bank_charge_minor on merchant_payouts.payouts for each row
  when (old.mac is not null and substring(new.mac from 2 for 16) is not distinct from substring(old.mac from 2 for 16))
  execute function florin.drop_code();
