-- The bank of staging: what a bank outside would remember.
create schema sandbox_bank;
grant usage on schema sandbox_bank to florin_app;

create table sandbox_bank.transfers (
  end_to_end_id  text primary key,
  account_number text not null,
  submitted_at   timestamptz not null
);
grant select, insert on sandbox_bank.transfers to florin_app;
