-- Who does the work that waits for one subject, such as the invoices of a site, all of it as one piece
-- (docs/decisions/0097-invoices-of-shops.md, kernel/work/exclusive-work.ts). A row stays when its lease has ended.
create table florin.work_leases (
  work         text not null,
  subject      text not null,
  held_by      uuid not null, -- another one each time that it is taken
  leased_until timestamptz,   -- by the clock of the machines; null: nobody has it
  primary key (work, subject)
);
grant select, insert, update on florin.work_leases to florin_app;

-- What comes within the moment in which workers look by themselves is numbered by one commit.
drop trigger notify_due on invoices.requests;
