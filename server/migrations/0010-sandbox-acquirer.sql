-- The sandbox acquirer's own record. It belongs to the other side of the table: nothing of ours reads it but the
-- sandbox itself, and the tests that compare both sides.
create schema sandbox_acquirer;
grant usage on schema sandbox_acquirer to florin_app;

-- Each authorization has a story, told in steps from 0: the ask itself and whatever followed it, whether or not the
-- authorization ever came. An authorization's own ask has its key in both columns.
create table sandbox_acquirer.requests (
  authorization_key uuid not null,
  step          integer not null check (step >= 0),
  key           uuid not null unique,
  kind          text not null check (kind in ('auth', 'sale', 'verify', 'completeChallenge', 'capture', 'reverse', 'refund', 'bank')),
  card_tail     text,
  descriptor    text,
  currency      text,   -- null with minor: the ask carried no amount
  minor         bigint,
  result        jsonb not null,
  garbled       boolean not null, -- the asker never got to read the answer
  next          jsonb,  -- what becomes of a challenge that is passed, or of what is pending
  note          text,   -- why not, for the engineer who looks
  requested_at      timestamptz not null,
  primary key (authorization_key, step), -- two who decide at once cannot both take the next step
  check ((currency is null) = (minor is null))
);
grant select, insert on sandbox_acquirer.requests to florin_app;
