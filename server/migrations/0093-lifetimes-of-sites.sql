-- How long things of a site live, which an operator may set (docs/operating/sites.md).
alter table directory.sites
  -- A payment page on which nobody does anything ends after so many minutes.
  add column session_minutes    integer not null default 30 check (session_minutes between 5 and 1440),
  -- A shopper at the bank has so many minutes, and then the attempt is abandoned.
  add column challenge_minutes  integer not null default 15 check (challenge_minutes between 5 and 60),
  -- An authorization that is not captured is voided after so many days.
  add column authorization_days integer not null default 7 check (authorization_days between 1 and 30);
