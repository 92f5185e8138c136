-- A checkpoint also says between which moments its thousand entries were made, so that a list of a period reads only
-- the two ends of it. Readers make all of them again.
delete from florin.list_checkpoints;
alter table florin.list_checkpoints
  add column first_at timestamptz not null,
  add column last_at  timestamptz not null;

-- Everything but what most payments are in the end, so that a payment which succeeds leaves no entry; what is captured
-- is counted as all the others.
create index on payments.payments (site_id, status, id) where status <> 'captured';
-- The amount that is shown is the captured one, which is another than the amount for what was captured in part.
create index on payments.payments (site_id, minor);
create index on payments.payments (site_id, captured_minor) where captured_minor > 0 and captured_minor < minor;

-- Room in each page for the second version of a row that a worker has claimed, so that the claim touches no index.
alter table notifications.notifications set (fillfactor = 50);
