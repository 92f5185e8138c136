-- Lists of payments over all sites of a merchant (decision 112). An order by amount continues with the id, so that a list
-- sorted by it can be read on from any payment.
create index on payments.payments (site_id, minor, id);
drop index payments.payments_site_id_minor_idx;

-- Refunds, chargebacks and what else is not a payment; and why payments were declined. A payment that succeeds is in neither.
create index on payments.payments (site_id, type, id) where type <> 'deposit';
create index on payments.payments (site_id, decline_reason, id) where decline_reason is not null;
