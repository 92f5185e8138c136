-- One more kind of break: the capture of a payment that was cancelled has failed (`cancelled`).
alter table reconciliation.breaks drop constraint breaks_kind_check;
alter table reconciliation.breaks
  add constraint breaks_kind_check check (kind in ('unknown', 'unbooked', 'voided', 'cancelled', 'amount', 'fee', 'twice',
    'currency', 'reserve', 'adjustment', 'notReported', 'notReversed')) not valid;
alter table reconciliation.breaks validate constraint breaks_kind_check;
