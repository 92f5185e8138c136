-- Stored cards follow their cardholders: when the number of a card that we issued has ended for a new one, the cards that
-- merchants have stored get it (docs/decisions/0083-stored-cards-follow-a-reissue.md).

-- A number that has ended, until the stored cards that had it have the next one.
create table onus.card_updates (
  id           uuid primary key, -- the issued card whose number it was
  status       text not null check (status in ('waiting', 'done', 'parked')),
  tries        integer not null default 0,
  trouble      text, -- why the last try failed
  successor    uuid, -- the issued card whose number they have; null: not known yet, or there is none
  renewed      integer, -- how many stored cards have it from this; null: not done yet
  asked_at     timestamptz not null,
  due_at       timestamptz,
  leased_until timestamptz
);
create index on onus.card_updates (due_at) where due_at is not null;
create index on onus.card_updates (status, asked_at);
create trigger notify_due after insert on onus.card_updates execute function florin.notify_due();
grant select, insert, update on onus.card_updates to florin_app;

-- What a stored card was before it got another number or expiry date; what it is since is in the card.
create table shoppers.card_renewals (
  id               bigint generated always as identity primary key,
  card_id          bigint not null references shoppers.cards,
  update_id        uuid not null, -- what has told us
  was_vault_token  uuid not null,
  was_brand        text not null,
  was_first6       text not null,
  was_last4        text not null,
  was_expiry_month integer not null,
  was_expiry_year  integer not null,
  was_fingerprint  bytea not null,
  renewed_at       timestamptz not null
);
create index on shoppers.card_renewals (card_id);
create index on shoppers.card_renewals (update_id);
create trigger append_only before update or delete or truncate on shoppers.card_renewals
  for each statement execute function florin.refuse_change();
grant select, insert on shoppers.card_renewals to florin_app;

-- By which the stored cards with a number are found, before their fingerprints are compared.
create index on shoppers.cards (first6, last4) where status = 'active';
