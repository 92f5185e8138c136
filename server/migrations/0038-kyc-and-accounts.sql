-- KYC: whether we know who a holder is.
create schema kyc;
grant usage on schema kyc to florin_app;

-- One attempt of a holder to be approved. A rejected holder begins another one.
create table kyc.cases (
  id            bigint generated always as identity primary key,
  version       integer not null default 1,
  holder_id     text collate "C" not null references holders.holders,
  status        text not null check (status in ('in_progress', 'pending_review', 'approved', 'rejected')),
  reject_reason text,
  created_at    timestamptz not null,
  submitted_at  timestamptz,
  decided_at    timestamptz,
  check ((status = 'rejected') = (reject_reason is not null))
);
create unique index one_case_at_a_time on kyc.cases (holder_id) where status <> 'rejected';
create index on kyc.cases (holder_id, id);
create index on kyc.cases (submitted_at) where status = 'pending_review';

create table kyc.case_transitions (
  id          bigint generated always as identity primary key,
  case_id     bigint not null references kyc.cases,
  from_status text, -- null: it was begun
  to_status   text not null,
  action      text not null,
  actor       text not null,
  reason      text,
  occurred_at timestamptz not null
);
create index on kyc.case_transitions (case_id, id);
create trigger append_only before update or delete or truncate on kyc.case_transitions
  execute function florin.refuse_change();

grant select, insert, update on kyc.cases to florin_app;
grant select, insert on kyc.case_transitions to florin_app;

-- A holder's account in one currency. Its balance is in the ledger, under holder:<id>:available.
create schema accounts;
grant usage on schema accounts to florin_app;

create table accounts.accounts (
  id         uuid primary key,
  version    integer not null default 1,
  holder_id  text collate "C" not null references holders.holders,
  partner_id integer not null references partners.partners,
  currency   text not null,
  status     text not null check (status in ('active', 'closed')),
  created_at timestamptz not null,
  closed_at  timestamptz,
  check ((status = 'closed') = (closed_at is not null))
);
create unique index one_open_account on accounts.accounts (holder_id, currency) where status = 'active';
create index on accounts.accounts (holder_id, created_at);

grant select, insert, update on accounts.accounts to florin_app;
