-- The mailbox of staging, where every email arrives. It stands for a system outside.
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
  arrivals       integer not null default 1, -- more than one: it was sent again after its response was lost
  received_at    timestamptz not null
);
create index on sandbox_mailbox.emails (lower(recipient), id);

grant select, insert, update on sandbox_mailbox.emails to florin_app;
