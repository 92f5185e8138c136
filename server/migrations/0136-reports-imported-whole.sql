-- The rows of a report are recorded a part at a time: here are the reports of which every part was. A report whose rows
-- were all recorded before is whole; of another one it is not known, and importing its file again says so.
create table reconciliation.wholes (
  report_id bigint primary key references reconciliation.reports (id),
  ended_at  timestamptz not null
);
insert into reconciliation.wholes (report_id, ended_at)
  select p.id, p.recorded_at from reconciliation.reports p
  where p.rows = (select count(*) from reconciliation.rows r where r.report_id = p.id);
grant insert, select on table reconciliation.wholes to florin_app;
create trigger append_only before delete or update or truncate on reconciliation.wholes
  for each statement execute function florin.refuse_change();
