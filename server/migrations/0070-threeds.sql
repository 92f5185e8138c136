-- 3-D Secure of the cards that we issue: our access control server (EMV 3-D Secure 2.2, the issuer's side).
create schema threeds;
grant usage on schema threeds to florin_app;

-- Every request to authenticate a holder that named a card of ours, and its first answer.
create table threeds.authentications (
  id                       bigint generated always as identity primary key,
  acs_trans_id             uuid not null unique, -- what the issuer calls it; of a challenge the transactionAuthId
  server_trans_id          uuid not null,        -- what the merchant's side calls it
  ds_trans_id              uuid not null,
  message_version          text not null,
  digest                   bytea not null, -- keyed, of the request: the same again is answered as before
  card_id                  uuid not null,
  holder_id                text collate "C" not null,
  partner_id               integer not null,
  category                 text not null check (category in ('payment', 'other')),
  minor                    bigint not null check (minor >= 0),
  currency                 text not null,
  acquirer_id              text not null,
  merchant_id              text not null,
  merchant_name            text not null,
  merchant_country         text,
  merchant_category        text not null,
  notification_url         text not null, -- where the browser returns to
  results_url              text not null, -- where the result of a challenge is sent to
  trans_status             text not null check (trans_status in ('Y', 'N', 'U', 'C', 'R', 'I')),
  trans_status_reason      text,
  eci                      text not null, -- of one that is authenticated, by the network of the card
  exemption                text, -- why nobody was asked
  verdicts                 jsonb not null,
  created_at               timestamptz not null,
  constraint authenticated_once unique (server_trans_id, ds_trans_id)
);
create index on threeds.authentications (card_id, id);
create trigger append_only before update or delete or truncate on threeds.authentications
  execute function florin.refuse_change();

-- A holder is asked in the partner's app.
create table threeds.challenges (
  id             uuid primary key, -- acs_trans_id
  version        integer not null default 1,
  status         text not null check (status in ('initiated', 'pending', 'authorized', 'declined', 'cancelled', 'timeout', 'failed')),
  transaction_id uuid not null unique,
  holder_id      text collate "C" not null,
  cancel         text, -- challengeCancel: why it has ended without an answer
  session_data   text, -- of the merchant's side, returned unchanged
  created_at     timestamptz not null,
  expires_at     timestamptz not null,
  due_at         timestamptz, -- it times out
  leased_until   timestamptz
);
create index on threeds.challenges (holder_id, id) where due_at is not null;
create index on threeds.challenges (due_at) where due_at is not null;

create table threeds.challenge_transitions (
  id           bigint generated always as identity primary key,
  challenge_id uuid not null,
  from_status  text, -- null: it was created
  to_status    text not null,
  action       text not null,
  auth_type    text, -- how the holder has confirmed it: fingerprint, pinCode
  actor        text not null,
  from_where   text not null,
  occurred_at  timestamptz not null
);
create index on threeds.challenge_transitions (challenge_id, id);
create trigger append_only before update or delete or truncate on threeds.challenge_transitions
  execute function florin.refuse_change();

-- The results of challenges (RReq) on their way to the merchant's side.
create table threeds.results (
  id           uuid primary key, -- of the challenge
  status       text not null check (status in ('waiting', 'delivered', 'undeliverable')),
  attempts     integer not null default 0,
  due_at       timestamptz,
  leased_until timestamptz
);
create index on threeds.results (due_at) where due_at is not null;
create trigger notify_due after insert on threeds.results execute function florin.notify_due();

-- A page that waits for the holder's answer is told of it at once.
create function threeds.notify_answer() returns trigger language plpgsql as $$
begin
  perform pg_notify('threeds', new.id::text);
  return null;
end $$;
create trigger answered after update of status on threeds.challenges
  for each row when (new.status <> old.status) execute function threeds.notify_answer();

grant select, insert on threeds.authentications, threeds.challenge_transitions to florin_app;
grant select, insert, update on threeds.challenges, threeds.results to florin_app;
