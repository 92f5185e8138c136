-- What a holder submitted, a row for each time. What was said is personal: it is under a master key, beside a salted
-- digest. The salt is in what is sealed, so that the digest says nothing once that is gone.
create table kyc.submissions (
  id           bigint generated always as identity primary key,
  case_id      bigint not null references kyc.cases,
  step         text not null,
  key          uuid not null,
  sealed       bytea, -- null: erased
  digest       bytea not null check (octet_length(digest) = 32),
  actor        text not null,
  from_where   text not null,
  submitted_at timestamptz not null
);
create index on kyc.submissions (case_id, step, id);
create index on kyc.submissions (get_byte(sealed, 0), id) where sealed is not null; -- to be sealed again after a rotation

-- A request to the identity provider about a case that was handed in: sent again under the same key until it has a result.
create table kyc.identity_checks (
  id            bigint generated always as identity primary key,
  version       integer not null default 1,
  case_id       bigint not null references kyc.cases,
  key           uuid not null,
  provider      text, -- whose result it is
  status        text not null check (status in ('waiting', 'approved', 'rejected', 'review', 'withdrawn')),
  reject_reason text,
  reference     text, -- the provider's own name of it
  because       text[] not null default '{}', -- why persons decide
  attempts      integer not null default 0,
  last_response text,
  created_at    timestamptz not null,
  closed_at   timestamptz,
  due_at        timestamptz,
  leased_until  timestamptz,
  check ((status = 'rejected') = (reject_reason is not null)),
  check ((status = 'waiting') = (closed_at is null)),
  check ((status = 'waiting') = (due_at is not null))
);
create index on kyc.identity_checks (case_id, id);
create unique index one_open_check on kyc.identity_checks (case_id) where status = 'waiting';
create index on kyc.identity_checks (due_at) where due_at is not null;
create trigger notify_due after insert on kyc.identity_checks execute function florin.notify_due();

grant select, insert on kyc.submissions to florin_app;
grant update (sealed) on kyc.submissions to florin_app;
grant select, insert, update on kyc.identity_checks to florin_app;
