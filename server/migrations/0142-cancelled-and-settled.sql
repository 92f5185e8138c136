-- Two more kinds of breaks. What was cancelled and settled all the same (`voided`), and what was cancelled and settled, with
-- no reversal in any report (`notReversed`), which is about a row that is missing, as `notReported` is.
alter table reconciliation.breaks drop constraint breaks_check;
alter table reconciliation.breaks drop constraint breaks_check4;
alter table reconciliation.breaks drop constraint breaks_kind_check;
alter table reconciliation.breaks
  add constraint breaks_check check ((kind in ('notReported', 'notReversed')) = (report_id is null)),
  add constraint breaks_check4 check (kind not in ('notReported', 'notReversed') or transaction_id is not null),
  add constraint breaks_kind_check check (kind in ('unknown', 'unbooked', 'voided', 'amount', 'fee', 'twice', 'currency',
    'reserve', 'adjustment', 'notReported', 'notReversed'));
