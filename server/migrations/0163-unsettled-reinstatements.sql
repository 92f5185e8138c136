-- without a transaction

-- What is settled next, with money that came back. It replaces the index that does not know these statuses.
create index concurrently if not exists payments_unsettled on payments.payments (site_id, captured_at) where batch_id is null and status in ('captured', 'refunded', 'disputed', 'chargedBack', 'opened', 'won', 'lost', 'represented', 'credited', 'returned', 'reinstated');
