-- Invitations to the dashboard: whoever has the link sets the password of the person, once.
create table access.staff_invitations (
  id          bigint generated always as identity primary key,
  staff_id    bigint not null references access.staff,
  fingerprint bytea not null, -- of 256 random bits
  created_at  timestamptz not null,
  expires_at  timestamptz not null check (expires_at > created_at),
  used_at     timestamptz
);
create index on access.staff_invitations (staff_id);
create index on access.staff_invitations (expires_at);
alter table access.staff_invitations add unique (fingerprint);
grant select, insert, update, delete on access.staff_invitations to florin_app;

-- Sessions that began before it are over, also one that begins at the same moment with the password from before.
alter table access.staff add column password_set_at timestamptz;
