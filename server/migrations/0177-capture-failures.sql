-- Captures that fail after they were done (docs/decisions/0156-what-was-done-and-fails-after-all.md).
alter table payments.payments
  drop constraint payments_type_check,
  drop constraint payments_status_check,
  add constraint payments_type_check check (type in (
    'deposit', 'verify-card', 'refund', 'chargeback', 'representment', 'credit', 'reinstatement', 'capture-failure'
  )) not valid,
  add constraint payments_status_check check (status in (
    'authorizing', 'challenging', 'uncertain', 'reversing', 'authorized', 'capturing', 'voiding', 'captured',
    'cancelling', 'verified', 'voided', 'cancelled', 'refunded', 'failed', 'refunding',
    'disputed', 'chargedBack', 'opened', 'won', 'lost', 'represented', 'crediting', 'credited', 'returned', 'reinstated',
    'captureFailed'
  )) not valid;
alter table payments.payments validate constraint payments_type_check;
alter table payments.payments validate constraint payments_status_check;

alter table reconciliation.rows drop constraint rows_type_check;
alter table reconciliation.rows add constraint rows_type_check check (type in (
  'capture', 'reversal', 'refund', 'chargeback', 'representment', 'payout', 'reinstatement', 'captureFailure',
  'fee', 'reserve', 'adjustment', 'transfer'
));
alter table adyen.settlement_lines drop constraint settlement_lines_type_check;
alter table adyen.settlement_lines add constraint settlement_lines_type_check check (type in (
  'capture', 'reversal', 'refund', 'chargeback', 'representment', 'reinstatement', 'captureFailure',
  'fee', 'reserve', 'adjustment', 'transfer'
));
