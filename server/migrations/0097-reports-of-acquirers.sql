-- A transaction is settled once, also when no report has it and it is written off: then by a booking without a row
-- (docs/decisions/0096-reports-of-acquirers.md).
alter table reconciliation.bookings
  alter column report_id drop not null,
  alter column line drop not null,
  add check ((report_id is null) = (line is null)),
  add check (report_id is not null or transaction_id is not null);

insert into reconciliation.bookings (type, transaction_id, reference, booked_at)
select case p.type when 'deposit' then 'capture' when 'credit' then 'payout' else p.type end,
       k.transaction_id, 'acquirer break ' || k.id, t.occurred_at
from reconciliation.breaks k
join payments.payments p on p.id = k.transaction_id
join reconciliation.break_transitions t on t.break_id = k.id and t.action = 'writeOff'
where k.kind = 'notReported' and k.status = 'writtenOff'
order by k.id
on conflict do nothing;

-- `reserve`: more was released than is held.
alter table reconciliation.breaks
  drop constraint breaks_kind_check,
  add constraint breaks_kind_check check (kind in ('unknown', 'unbooked', 'amount', 'fee', 'twice', 'currency', 'reserve',
                                                   'adjustment', 'notReported'));

-- Connectors whose acquirers send reports, and since when. What is held in reserve is counted under the lock of its row.
create table reconciliation.connectors (
  id    text primary key,
  since timestamptz not null
);
insert into reconciliation.connectors (id, since)
select connector, min(recorded_at) from reconciliation.reports group by connector;
grant select, insert, update on reconciliation.connectors to florin_app;

create index on reconciliation.rows (connector, currency) where type = 'reserve';

-- Every batch is looked for in reports, also where none has come yet (docs/decisions/0096-reports-of-acquirers.md).
alter table reconciliation.awaited
  add column closed_at timestamptz,
  add column unreported_since timestamptz; -- set: payments of it are of a connector that had sent no report when it was closed

update reconciliation.awaited a set closed_at = b.closed_at from settlement.batches b where b.id = a.id;
alter table reconciliation.awaited alter column closed_at set not null;

insert into reconciliation.awaited (id, due_at, closed_at)
select b.id, b.closed_at + interval '7 days', b.closed_at from settlement.batches b
where not exists (select from reconciliation.awaited a where a.id = b.id);

create index on reconciliation.awaited (unreported_since) where unreported_since is not null;
