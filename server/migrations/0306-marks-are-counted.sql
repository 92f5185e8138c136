-- How many marks the process has made: a file beside the keys that could not be written for a while has an older one of the
-- same process, which is no sign of a restore.
alter table florin.marks add column number bigint not null default 0;
-- Those of processes that ended long ago are deleted, one for each start.
grant delete on florin.marks to florin_app;
