-- How far sealing has come, by the clock of the machine: everything that was written before is sealed. One row.
create table seals.progress (
  id       integer     primary key check (id = 1),
  whole_at timestamptz not null
);
grant select, update on seals.progress to florin_app;
insert into seals.progress (id, whole_at) values (1, now());
