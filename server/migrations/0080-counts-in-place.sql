-- Every attempt with a typed card changes these rows. An index of their time made each change a new entry in all indexes,
-- and old rows are looked for once a day.
drop index velocity.counts_counted_at_idx;
drop index velocity.attempts_begun_at_idx;
