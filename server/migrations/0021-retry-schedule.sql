-- When a renewal is tried again, counted from its first decline, for orders that do not say it themselves.
alter table directory.sites add column retry_schedule text not null default 'P1D,P3D,P7D';
