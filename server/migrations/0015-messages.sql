create schema emails;
grant usage on schema emails to florin_app;

-- A letter to a shopper, planned by the commit that makes its fact true, with the content it will always have.
create table emails.emails (
  id           bigint generated always as identity primary key,
  site_id      integer not null,
  order_id     bigint not null,
  kind         text not null,
  fact         text not null, -- what it tells, such as 'receipt of payment 1001': a fact is told a recipient once
  recipient       text not null check (recipient in ('shopper', 'invoice')), -- invoice: the order's invoiceEmail
  key          uuid not null, -- names the message outside, so that one that is sent again can be recognised
  address      text,  -- null with content: forgotten, some time after it left
  content        jsonb, -- every word of it, in its language; the layout is put around when it is sent
  status       text not null check (status in ('waiting', 'sent', 'parked')),
  attempts     integer not null default 0, -- made so far
  tries_left   integer not null check (tries_left >= 0), -- of its schedule; sending again renews it
  last_response  text,  -- what the mail server said last, or why it said nothing
  created_at   timestamptz not null,
  sent_at      timestamptz,
  due_at       timestamptz,
  leased_until timestamptz,
  version      integer not null default 1,
  unique (order_id, fact, recipient),
  check ((status = 'waiting') = (due_at is not null)),
  check ((status = 'sent') = (sent_at is not null)),
  check ((address is null) = (content is null)),
  check (status <> 'waiting' or address is not null)
);
create index on emails.emails (due_at) where due_at is not null;
create index on emails.emails (site_id, id) where status = 'parked';
create index on emails.emails (created_at) where content is not null; -- the oldest are forgotten
create trigger notify_due after insert on emails.emails execute function florin.notify_due();
grant select, insert, update on emails.emails to florin_app;

-- What a site says of its letters to shoppers.
alter table directory.sites
  add column receipts    boolean not null default true, -- letters about money that was taken, reserved or given back
  add column reminders   boolean not null default true, -- letters about a subscription: not paid, card expiring, ended
  add column sender_name text, -- null: the merchant's name
  add column reply_to    text,
  add column language    text not null default 'en'; -- of letters to shoppers whose own is not known

-- The language of the page on which the shopper paid; null for orders that came by the API.
alter table orders.orders add column language text;

-- The mailbox of staging: where letters arrive that leave the house. It belongs to the world outside.
create schema sandbox_mailbox;
grant usage on schema sandbox_mailbox to florin_app;

create table sandbox_mailbox.emails (
  id             bigint generated always as identity primary key,
  key            uuid not null unique,
  sender_name    text not null,
  sender_address text not null,
  reply_to       text,
  recipient      text not null,
  subject        text not null,
  text           text not null,
  html           text not null,
  arrivals       integer not null default 1, -- more than once: it was sent again after its answer was lost
  received_at    timestamptz not null
);
create index on sandbox_mailbox.emails (lower(recipient), id);
grant select, insert, update on sandbox_mailbox.emails to florin_app;
