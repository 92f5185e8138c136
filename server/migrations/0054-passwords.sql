-- Customers change their password, and reset one that they have forgotten.

-- The newest code for an e-mail address to which a code was to be sent, known or not: each replaces the one before.
create table holders.password_resets (
  partner_id integer not null references partners.partners,
  email      text not null, -- in small letters
  id         uuid not null unique, -- of this code; the next one has another
  version    integer not null,
  holder_id  text collate "C" references holders.holders, -- null: nobody with a password has the address, and no code fits
  code       bytea not null, -- sealed
  tries_left integer not null check (tries_left >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz,
  primary key (partner_id, email)
);
create index on holders.password_resets (expires_at);
grant select, insert, update, delete on holders.password_resets to florin_app;

-- A new password ends the logins that wait for their second factor.
create index on holders.pending_logins (holder_id);

alter table holders.emails drop constraint emails_kind_check;
alter table holders.emails add constraint emails_kind_check check (kind in
  ('registration-code', 'already-registered', 'login-code', 'password-code', 'no-password', 'password-changed'));
