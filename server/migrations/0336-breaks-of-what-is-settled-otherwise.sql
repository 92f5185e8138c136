-- Breaks that are open although their transactions are settled otherwise are compared again, which gives them their kind of now.
update reconciliation.breaks k set due_at = now()
where k.status = 'open' and k.due_at is null
  and k.kind in ('amount', 'currency', 'fee', 'notReported', 'notReversed')
  and exists (select from reconciliation.bookings b where b.transaction_id = k.transaction_id);
