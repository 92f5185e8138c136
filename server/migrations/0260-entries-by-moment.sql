-- without a transaction
-- The books of a day are those of its moments: entries take their numbers at the commit and their moments at the decision.
create index concurrently if not exists entries_posted_at on ledger.entries (posted_at);
