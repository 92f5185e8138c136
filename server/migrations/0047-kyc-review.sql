-- KYC, reviewed by persons: whose customer a case is about, what was sent back, and when somebody is verified again.
alter table kyc.cases
  add column partner_id   integer references partners.partners,
  add column due_at       timestamptz, -- of an approved case: something of it has to be verified again then
  add column leased_until timestamptz;
update kyc.cases c set partner_id = h.partner_id from holders.holders h where h.id = c.holder_id;
alter table kyc.cases
  alter column partner_id set not null,
  add check (due_at is null or status = 'approved');
create index on kyc.cases (partner_id, submitted_at) where status = 'pending_review';
create index on kyc.cases (due_at) where due_at is not null;

-- Steps that are to be taken again: until then the submission does not count any more.
create table kyc.sent_back (
  id            bigint generated always as identity primary key,
  case_id       bigint not null references kyc.cases,
  step          text not null,
  submission_id bigint not null references kyc.submissions, -- up to this one of the step
  reject_reason text, -- of the published list, for the customer
  sent_back_at  timestamptz not null
);
create index on kyc.sent_back (case_id, step, id);
create trigger append_only before update or delete or truncate on kyc.sent_back
  execute function florin.refuse_change();
grant select, insert on kyc.sent_back to florin_app;

-- A step of our hosted pages is submitted by what was handed in there.
alter table kyc.submissions
  add column verification_id uuid,
  alter column digest drop not null,
  add check ((verification_id is null) = (digest is not null));
