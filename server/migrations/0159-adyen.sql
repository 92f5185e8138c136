-- The connector to Adyen: what was requested of it, what its webhooks have said, and the disputes that it has reported
-- (docs/decisions/0145-adyen-is-answered-by-webhooks.md). No row has a card number.
create schema adyen;
grant usage on schema adyen to florin_app;

-- The requests about an authorization, in their order.
create table adyen.requests (
  id                bigint generated always as identity primary key,
  connector         text not null,
  key               uuid not null,
  authorization_key uuid not null,
  step              integer not null,
  kind              text not null
    check (kind in ('auth', 'sale', 'verify', 'completeChallenge', 'capture', 'reverse', 'refund')),
  minor             bigint not null,
  currency          text not null,
  psp_reference     text, -- Adyen's name of a payment that may hold money, or of the modification
  route             text check (route in ('reference', 'psp')), -- of a reversal: by which name the payment was cancelled last
  is_ours           boolean not null default false, -- a reversal that the connector requests by itself
  must_authenticate boolean not null default false, -- the cardholder has to confirm it with their bank
  redirect_result   text, -- of a challenge that is over, until its result is known
  result            jsonb, -- null: it is not known yet
  version           integer not null default 1,
  requested_at      timestamptz not null,
  sent_at           timestamptz, -- null: nothing of it has left, or nothing had to
  refused_at        timestamptz, -- of a reversal: when Adyen has said that it knows no payment with our reference
  due_at            timestamptz,
  leased_until      timestamptz,
  constraint adyen_request_key unique (key, connector),
  constraint adyen_story_step unique (authorization_key, connector, step)
);
create index on adyen.requests (psp_reference, connector) where psp_reference is not null;
create index on adyen.requests (due_at) where due_at is not null;
create trigger notify_due after insert on adyen.requests for each statement execute function florin.notify_due();
grant select, insert, update on adyen.requests to florin_app;

-- What its webhooks have said of payments: their signed fields.
create table adyen.notices (
  id                 bigint generated always as identity primary key,
  connector          text not null,
  event_code         text not null,
  psp_reference      text not null,
  is_success         boolean not null,
  original_reference text,
  merchant_reference uuid, -- null: it is no key of ours
  minor              bigint not null,
  currency           text not null,
  happened_at        timestamptz not null,
  constraint adyen_notice_once unique (connector, event_code, psp_reference, is_success)
);
create index on adyen.notices (connector, original_reference) where original_reference is not null;
create trigger append_only before update or delete or truncate on adyen.notices
  for each statement execute function florin.refuse_change();
grant select, insert on adyen.notices to florin_app;

-- Disputes as the port lists them. Adyen has no list of its own.
create table adyen.dispute_events (
  id                bigint generated always as identity primary key,
  connector         text not null,
  number            bigint not null, -- 1, 2, 3 …: its place in the list, in the order of the commits
  psp_reference     text not null, -- of the dispute at Adyen
  round             integer not null, -- 1; 2 when the bank has charged it back once more, and so on
  authorization_key uuid not null,
  kind              text not null check (kind in ('opened', 'won', 'lost')),
  minor             bigint not null check (minor > 0),
  currency          text not null,
  reason            text not null,
  respond_by        timestamptz,
  happened_at       timestamptz not null,
  constraint adyen_place_in_list unique (connector, number),
  constraint adyen_dispute_event_once unique (connector, psp_reference, round, kind)
);
create index on adyen.dispute_events (connector, authorization_key);
create trigger append_only before update or delete or truncate on adyen.dispute_events
  for each statement execute function florin.refuse_change();
grant select, insert on adyen.dispute_events to florin_app;

-- Responses to disputes: evidence that was submitted, and disputes that were accepted.
create table adyen.dispute_responses (
  id        bigint generated always as identity primary key,
  connector text not null,
  key       uuid not null,
  dispute   text not null,
  kind      text not null check (kind in ('evidence', 'acceptance')),
  result    jsonb not null,
  sent_at   timestamptz not null,
  constraint adyen_response_key unique (connector, key)
);
create trigger append_only before update or delete or truncate on adyen.dispute_responses
  for each statement execute function florin.refuse_change();
grant select, insert on adyen.dispute_responses to florin_app;
