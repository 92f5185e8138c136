-- The sessions of staff in the dashboard: 256 random bits each, in a cookie, found by their fingerprint.
create table access.staff_sessions (
  id                 bigint generated always as identity primary key,
  staff_id           bigint not null references access.staff,
  fingerprint        bytea not null,
  -- As the browser names itself, and where it called from: what tells one's own sessions apart.
  agent              text not null,
  ip                 text not null,
  created_at         timestamptz not null,
  last_used_at       timestamptz not null,
  -- When the person last proved to be there: what reveals secrets asks for it again.
  authenticated_at   timestamptz not null,
  expires_at         timestamptz not null check (expires_at > created_at),
  ended_at           timestamptz
);
create index on access.staff_sessions (staff_id, id);
create index on access.staff_sessions (expires_at);
alter table access.staff_sessions add unique (fingerprint);
grant select, insert, update, delete on access.staff_sessions to florin_app;
