-- The sandbox acquirer's own record. It stands for a system outside: only the sandbox itself reads it, and the tests
-- that compare both sides.
create schema sandbox_acquirer;
grant usage on schema sandbox_acquirer to florin_app;

-- Each authorization has a history, in steps from 0: its own request and whatever followed it, whether or not the
-- authorization ever arrived. The authorization's own request has its key in both columns.
create table sandbox_acquirer.requests (
  authorization_key uuid not null,
  step              integer not null check (step >= 0),
  key               uuid not null unique,
  kind              text not null check (kind in (
    'auth', 'sale', 'verify', 'completeChallenge', 'capture', 'reverse', 'refund', 'bank', 'dispute', 'credit',
    'evidence', 'acceptance'
  )),
  card_tail         text,
  descriptor        text,
  currency          text, -- null with minor: the request carried no amount
  minor             bigint,
  result            jsonb not null,
  garbled           boolean not null, -- the response was made unreadable, as its magic amount says
  next              jsonb, -- the result of a challenge that is passed, or of what is pending
  note              text, -- why it was declined, for an engineer who looks
  disputed_as       text check (disputed_as in ('won', 'lost')), -- the cardholder will dispute it, with this result
  event_number      bigint unique, -- dispute events are listed in the order of their numbers
  requested_at      timestamptz not null,
  primary key (authorization_key, step), -- two processes that decide at once cannot both take the next step
  check ((currency is null) = (minor is null)),
  check ((kind = 'dispute') = (event_number is not null))
);
create index on sandbox_acquirer.requests (requested_at) where disputed_as is not null;

grant select, insert on sandbox_acquirer.requests to florin_app;
