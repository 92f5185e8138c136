-- What was made when an approval was carried out, and why it could not be (docs/decisions/0159-an-approval-says-what-came-of-it.md).
alter table access.approvals
  add column made_type text,
  add column made_id   text collate "C",
  add column failure   jsonb, -- why it was refused when it was tried last: reason, message, values
  add column failed_at timestamptz,
  add constraint made_when_used check ((made_type is null) = (made_id is null) and (made_id is null or status = 'used')) not valid,
  add constraint failed_when_not_used check ((failure is null) = (failed_at is null) and (failure is null or status <> 'used')) not valid;
