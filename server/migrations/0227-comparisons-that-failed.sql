-- The customers whose comparison has failed and is made again before the run ends, and how many cannot be compared, because their
-- facts do not open.
alter table screening.runs add column failed text[] not null default '{}', add column unreadable integer not null default 0;
