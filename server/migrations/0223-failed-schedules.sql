-- Currencies in which the last payout by schedule has failed, each with the day of the schedule: the page of the merchant
-- and an alert name them.
alter table merchant_payouts.terms add column schedule_failures jsonb not null default '{}';
