-- Who works on a KYC case (docs/decisions/0176-a-kyc-case-is-held-by-who-looks-at-it.md).
create table kyc.reviewers (
  case_id     bigint primary key references kyc.cases,
  version     integer not null default 1,
  assigned_to bigint references access.staff,
  held_by     bigint references access.staff,
  held_from   timestamptz,
  held_until  timestamptz, -- a page that is open renews it
  check ((held_by is null) = (held_from is null) and (held_by is null) = (held_until is null))
);
create index on kyc.reviewers (assigned_to) where assigned_to is not null;
grant select, insert, update on kyc.reviewers to florin_app;
