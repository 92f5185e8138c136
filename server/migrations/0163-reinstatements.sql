-- Money of refunds and payouts that comes back: it did not reach the cardholder
-- (docs/decisions/0147-refunds-and-payouts-that-come-back.md).
alter table payments.payments
  drop constraint payments_type_check,
  drop constraint payments_status_check,
  add column reinstates_id bigint references payments.payments, -- the refund or payout whose money came back
  add constraint payments_type_check check (type in (
    'deposit', 'verify-card', 'refund', 'chargeback', 'representment', 'credit', 'reinstatement'
  )) not valid,
  add constraint payments_status_check check (status in (
    'authorizing', 'challenging', 'uncertain', 'reversing', 'authorized', 'capturing', 'voiding', 'captured',
    'cancelling', 'verified', 'voided', 'cancelled', 'refunded', 'failed', 'refunding',
    'disputed', 'chargedBack', 'opened', 'won', 'lost', 'represented', 'crediting', 'credited', 'returned', 'reinstated'
  )) not valid;
alter table payments.payments validate constraint payments_type_check;
alter table payments.payments validate constraint payments_status_check;
-- The next migration has one that knows these statuses.
drop index payments.payments_site_id_captured_at_idx;

alter table reconciliation.rows drop constraint rows_type_check;
alter table reconciliation.rows add constraint rows_type_check check (type in (
  'capture', 'reversal', 'refund', 'chargeback', 'representment', 'payout', 'reinstatement',
  'fee', 'reserve', 'adjustment', 'transfer'
));
alter table adyen.settlement_lines drop constraint settlement_lines_type_check;
alter table adyen.settlement_lines add constraint settlement_lines_type_check check (type in (
  'capture', 'reversal', 'refund', 'chargeback', 'representment', 'reinstatement',
  'fee', 'reserve', 'adjustment', 'transfer'
));
