-- Emails to the staff of merchants about what they have to do (docs/decisions/0103-emails-to-staff.md).
create schema staff_emails;
grant usage on schema staff_emails to florin_app;

-- One email to one person, planned by the commit that makes its fact true. Its address is that of the person when it is sent.
create table staff_emails.emails (
  id            bigint generated always as identity primary key,
  merchant_id   integer not null references directory.merchants,
  staff_id      bigint references access.staff, -- null: nobody may act on it here, and it goes to the address of the merchant
  kind          text not null,
  fact          text not null, -- what it is about, such as 'dispute 1007 is opened'
  key           uuid not null, -- identifies the message outside, so that one that is sent twice can be recognised
  content       jsonb not null, -- all of its text; the layout is added when it is sent
  status        text not null check (status in ('waiting', 'sent', 'parked')),
  version       integer not null default 1,
  attempts      integer not null default 0,
  tries_left    integer not null check (tries_left >= 0),
  last_response text, -- of the mail server, or why there was none
  created_at    timestamptz not null,
  sent_at       timestamptz,
  due_at        timestamptz,
  leased_until  timestamptz,
  check ((status = 'waiting') = (due_at is not null)),
  check ((status = 'sent') = (sent_at is not null))
);
create index on staff_emails.emails (due_at) where due_at is not null;
create index on staff_emails.emails (merchant_id, id);
alter table staff_emails.emails add constraint told_once unique nulls not distinct (merchant_id, fact, staff_id);
create trigger notify_due after insert on staff_emails.emails execute function florin.notify_due();

grant select, insert, update on staff_emails.emails to florin_app;
