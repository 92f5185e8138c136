-- The indexes of the migration before take the places of those that do not know captures that failed.
drop index payments.payments_unsettled;
alter index payments.payments_to_settle rename to payments_unsettled;
drop index payments.billed_once;
alter index payments.period_billed_once rename to billed_once;
