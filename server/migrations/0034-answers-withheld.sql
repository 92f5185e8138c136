-- Velocity limits tell attempts whose bank asked its customer first, of which a stranger learned nothing, from the others.
alter table velocity.counts add column asked double precision not null default 0;
alter table velocity.attempts add column asked boolean not null default false; -- its bank has asked, and it is counted so
