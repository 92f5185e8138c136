-- What staff prove themselves with beside the password: authenticator apps (TOTP, RFC 6238) and passkeys (WebAuthn).
create table access.staff_factors (
  id            bigint generated always as identity primary key,
  staff_id      bigint not null references access.staff,
  kind          text not null check (kind in ('totp', 'passkey')),
  name          text not null,
  -- Of an app: its secret under a master key, and the last step of 30 seconds whose code was used: none is used twice.
  sealed_secret bytea,
  last_step     bigint,
  -- Of a passkey: what the browser names it by, its public key (COSE), and how often it has signed, if it counts.
  credential_id bytea,
  public_key    bytea,
  counter       bigint,
  transports    text[],
  created_at    timestamptz not null,
  last_used_at  timestamptz,
  removed_at    timestamptz,
  check ((kind = 'totp') = (sealed_secret is not null)),
  check ((kind = 'passkey') = (credential_id is not null and public_key is not null and counter is not null))
);
create index on access.staff_factors (staff_id, id);
alter table access.staff_factors add unique (credential_id);
grant select, insert, update on access.staff_factors to florin_app;

-- For a person without their telephone: each code works once. Only its fingerprint is kept.
create table access.staff_recovery_codes (
  id          bigint generated always as identity primary key,
  staff_id    bigint not null references access.staff,
  fingerprint bytea not null, -- of 80 random bits and the person
  created_at  timestamptz not null,
  -- When it was used, or when newer codes replaced it.
  ended_at    timestamptz
);
create index on access.staff_recovery_codes (staff_id, id);
alter table access.staff_recovery_codes add unique (fingerprint);
grant select, insert, update, delete on access.staff_recovery_codes to florin_app;

-- What a browser has begun and not finished: a log-in whose password was right, or a passkey that was asked for.
create table access.staff_challenges (
  id          bigint generated always as identity primary key,
  fingerprint bytea not null, -- of 256 random bits in a cookie
  purpose     text not null check (purpose in ('second_step', 'passkey', 'proof', 'enrolment')),
  staff_id    bigint references access.staff, -- none while a passkey is to say who it is
  created_at  timestamptz not null,
  expires_at  timestamptz not null check (expires_at > created_at),
  used_at     timestamptz,
  check ((purpose = 'passkey') = (staff_id is null))
);
create index on access.staff_challenges (expires_at);
alter table access.staff_challenges add unique (fingerprint);
grant select, insert, update, delete on access.staff_challenges to florin_app;

-- What a session began with. One of a password alone may need a second factor before anything else.
alter table access.staff_sessions add column logged_in_with text not null default 'password'
  check (logged_in_with in ('password', 'totp', 'passkey', 'recovery_code', 'single_sign_on'));
