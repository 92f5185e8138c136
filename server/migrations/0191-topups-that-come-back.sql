-- What else happens to the payment of a topup after it was completed: a refund that comes back, and a capture that fails
-- (docs/decisions/0164-topups-whose-payment-changes-after-all.md).
alter table topups.reversals drop constraint reversals_kind_check;
alter table topups.reversals add constraint reversals_kind_check
  check (kind in ('cancel', 'refund', 'charge_back', 'capture_failure', 'representment', 'reinstatement'));
