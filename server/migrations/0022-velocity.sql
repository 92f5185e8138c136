-- Velocity limits: how many cards were tried, and by whom they were approved. Against card testing.
create schema velocity;
grant usage on schema velocity to florin_app;

-- A count that fades: after one window a third of it is left. What is next to nothing becomes nothing, since a number
-- that is halved without end cannot be stored in the end.
create function velocity.faded(count double precision, since timestamptz, now timestamptz, window_ms double precision)
  returns double precision language sql immutable as $$
  select case
    when extract(epoch from now - since) * 1000 > 30 * window_ms then 0
    when count * exp(-greatest(extract(epoch from now - since), 0) * 1000 / window_ms) < 0.000001 then 0
    else count * exp(-greatest(extract(epoch from now - since), 0) * 1000 / window_ms)
  end
$$;

-- What was tried under one key, such as one address or one payment link, as it was at counted_at; it fades from then on.
-- Unlogged: a crash may empty it, since it is no fact of the business.
create unlogged table velocity.counts (
  key        text collate "C" primary key, -- a kind and what it counts: address 203.0.113.9
  begun      double precision not null,
  approved   double precision not null,
  declined   double precision not null, -- by the bank, so that something was learned about the card
  free       double precision not null, -- so many without an approval are free
  window_ms  double precision not null,
  held_until timestamptz, -- beyond its limit a key is challenged for a while, although the count fades
  counted_at timestamptz not null
) with (fillfactor = 50);
create index on velocity.counts (counted_at); -- old ones are deleted

-- Attempts whose result is not known yet, and the keys that they are counted under.
create unlogged table velocity.attempts (
  id       uuid primary key,
  keys     text[] not null,
  begun_at timestamptz not null
);
create index on velocity.attempts (begun_at); -- old ones are deleted

grant select, insert, update, delete on velocity.counts, velocity.attempts to florin_app;

-- An operator may say that a site is under attack: every typed card is then challenged.
alter table directory.sites add column under_attack boolean not null default false;
