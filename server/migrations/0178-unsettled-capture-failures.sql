-- without a transaction

-- A payment has one capture failure.
create unique index concurrently if not exists capture_failed_once on payments.payments (parent_id) where type = 'capture-failure';
-- What is settled next, with captures that failed.
create index concurrently if not exists payments_to_settle on payments.payments (site_id, captured_at) where batch_id is null and status in ('captured', 'refunded', 'disputed', 'chargedBack', 'opened', 'won', 'lost', 'represented', 'credited', 'returned', 'reinstated', 'captureFailed');
-- A period is billed again when the capture of its payment has failed.
create unique index concurrently if not exists period_billed_once on payments.payments (order_id, period, source) where period is not null and parent_id is null and status <> 'failed' and status <> 'captureFailed';
