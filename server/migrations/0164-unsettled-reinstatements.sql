-- without a transaction

-- What is settled next, with money that came back.
create index concurrently if not exists payments_unsettled on payments.payments (site_id, captured_at) where batch_id is null and status in ('captured', 'refunded', 'disputed', 'chargedBack', 'opened', 'won', 'lost', 'represented', 'credited', 'returned', 'reinstated');
-- What came back is reinstated once.
create unique index concurrently if not exists reinstated_once on payments.payments (reinstates_id) where reinstates_id is not null;
