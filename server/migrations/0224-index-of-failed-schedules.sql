-- without a transaction
-- The alert counts them.
create index concurrently if not exists terms_failed on merchant_payouts.terms (id) where schedule_failures <> '{}';
