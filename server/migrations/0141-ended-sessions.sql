-- Sessions are deleted some time after they have ended, not only after they would have expired. Replaces the index by which
-- expired ones were found.
create index staff_sessions_over_at_idx on access.staff_sessions (least(ended_at, expires_at));
drop index access.staff_sessions_expires_at_idx;
