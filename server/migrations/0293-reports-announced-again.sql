-- A report that could not be read and was generated again: what was read of it stays as it was, and the new one begins anew.
alter table adyen.reports add column replaced_at timestamptz;
alter table adyen.reports drop constraint adyen_report_name;
alter table adyen.reports add constraint adyen_report_name unique nulls not distinct (connector, name, replaced_at);
alter table adyen.reports add check (replaced_at is null or (number is null and due_at is null));
