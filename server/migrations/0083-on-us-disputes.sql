-- Disputes about payments at merchants of this installation: what the issuer has reported to the connector for our own
-- cards, as a card network reports to an acquirer (docs/decisions/0091-disputes-with-our-own-cards.md).
create table onus.dispute_events (
  id                bigint generated always as identity primary key,
  number            bigint not null, -- 1, 2, 3 …: its place in the list, in the order of the commits
  dispute_id        uuid not null, -- of the issuer
  authorization_key uuid not null,
  kind              text not null check (kind in ('opened', 'won', 'lost')), -- for the merchant
  minor             bigint not null check (minor > 0), -- as the merchant was paid
  currency          text not null,
  reason            text not null,
  happened_at       timestamptz not null,
  constraint place_in_list unique (number),
  unique (dispute_id, kind)
);
create index on onus.dispute_events (authorization_key);
create trigger append_only before update or delete or truncate on onus.dispute_events
  for each statement execute function florin.refuse_change();
grant select, insert on onus.dispute_events to florin_app;

-- Money that a merchant sends to a card of ours is a request like the others.
alter table onus.requests drop constraint requests_kind_check;
alter table onus.requests add constraint requests_kind_check
  check (kind in ('auth', 'sale', 'verify', 'completeChallenge', 'capture', 'reverse', 'refund', 'payout'));
