-- Emails to shoppers, on their way and sent.
create schema emails;
grant usage on schema emails to florin_app;

-- An email, planned by the commit that makes its fact true, with the content that every attempt sends.
create table emails.emails (
  id            bigint generated always as identity primary key,
  site_id       integer not null,
  order_id      bigint not null,
  kind          text not null,
  fact          text not null, -- what it is about, such as 'receipt of payment 1001'
  recipient     text not null check (recipient in ('shopper', 'invoice')), -- invoice: the order's invoice_email
  key           uuid not null, -- identifies the message outside, so that one that is sent twice can be recognised
  address       text, -- null with content: deleted, some time after it was sent
  content       jsonb, -- all of its text, in its language; the layout is added when it is sent
  status        text not null check (status in ('waiting', 'sent', 'parked')),
  version       integer not null default 1,
  attempts      integer not null default 0, -- made so far
  tries_left    integer not null check (tries_left >= 0), -- left in the schedule; sending again renews it
  last_response text, -- of the mail server, or why there was none
  created_at    timestamptz not null,
  sent_at       timestamptz,
  due_at        timestamptz,
  leased_until  timestamptz,
  unique (order_id, fact, recipient), -- a recipient receives one email about a fact
  check ((status = 'waiting') = (due_at is not null)),
  check ((status = 'sent') = (sent_at is not null)),
  check ((address is null) = (content is null)),
  check (status <> 'waiting' or address is not null)
);
create index on emails.emails (due_at) where due_at is not null;
create index on emails.emails (site_id, id) where status = 'parked';
create index on emails.emails (created_at) where content is not null; -- the content of the oldest is deleted
create trigger notify_due after insert on emails.emails execute function florin.notify_due();

grant select, insert, update on emails.emails to florin_app;
