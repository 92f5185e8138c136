-- What one member of staff asks for and another approves, before it is done.
create table access.approvals (
  id              bigint generated always as identity primary key,
  version         integer not null default 1,
  action          text not null, -- the permission that the action needs: kyc:decide
  owner_kind      text collate "C" not null,
  owner_id        text collate "C" not null,
  subject_type    text not null,
  subject_id      text collate "C" not null,
  request         jsonb not null, -- what exactly would be done
  status          text not null check (status in ('requested', 'approved', 'rejected', 'expired', 'used')),
  requested_by    bigint not null references access.staff,
  request_reason  text not null,
  requested_at    timestamptz not null,
  expires_at      timestamptz not null,
  decided_by      bigint references access.staff,
  decision_reason text,
  decided_at      timestamptz,
  used_at         timestamptz,
  constraint approved_by_another check (status not in ('approved', 'used') or decided_by <> requested_by),
  check ((decided_by is null) = (decided_at is null) and (decided_by is null) = (decision_reason is null)),
  check (status not in ('approved', 'rejected', 'used') or decided_by is not null),
  check ((status = 'used') = (used_at is not null))
);
create unique index one_open_approval on access.approvals (action, subject_type, subject_id)
  where status in ('requested', 'approved');
create index on access.approvals (owner_kind, owner_id, id);
create index on access.approvals (status, id);
grant select, insert, update on access.approvals to florin_app;
