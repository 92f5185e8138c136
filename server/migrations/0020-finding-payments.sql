-- Approvals and captures come in the order of time as well, so one small index says of a day of each where it is.
drop index payments.payments_created_at_idx;
create index on payments.payments using brin (created_at, approved_at, captured_at) with (autosummarize = on);
-- Staff look for a payment by the last digits that its shopper reads to them.
create index on payments.payments (site_id, card_last4, id);
