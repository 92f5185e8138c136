-- Cards that we issue to holders. The numbers are in issuervault.cards, under the same ids.
create schema cards;
grant usage on schema cards to florin_app;

create table cards.cards (
  id              uuid primary key,
  version         integer not null default 1,
  holder_id       text collate "C" not null references holders.holders,
  partner_id      integer not null references partners.partners,
  account_id      uuid not null references accounts.accounts,
  product_id      uuid not null references programmes.products,
  virtual         boolean not null,
  currency        text not null,
  label           text,
  status          text not null check (status in ('pending', 'readyToBeActivated', 'active', 'suspended', 'frozen', 'closed')),
  last_four       text not null,
  expiry          text not null check (expiry ~ '^[0-9]{4}$'), -- YYMM: it is valid to the end of this month
  replaces        uuid references cards.cards,
  reissue_reason  text check (reissue_reason in ('lost', 'stolen', 'damaged', 'expired', 'compromised')),
  controls        jsonb not null default '{}', -- what the holder allows; the terms of the product hold besides
  pin_tries       smallint not null default 0 check (pin_tries between 0 and 3), -- wrong ones since the last right one
  sealed_delivery bytea, -- name and address of a physical card, under a master key
  created_at      timestamptz not null,
  check ((replaces is null) = (reissue_reason is null)),
  check (virtual = (sealed_delivery is null))
);
create index on cards.cards (holder_id, created_at);
create index on cards.cards (account_id) where status <> 'closed';
create index on cards.cards (product_id, created_at) where status = 'pending';
-- A card has at most one successor at a time, however many requests reissue it at once.
create unique index one_successor on cards.cards (replaces) where status <> 'closed';

create table cards.card_transitions (
  id          bigint generated always as identity primary key,
  card_id     uuid not null references cards.cards,
  from_status text, -- null: it was created
  to_status   text not null,
  action      text not null,
  actor       text not null,
  from_where  text not null,
  reason      text,
  occurred_at timestamptz not null
);
create index on cards.card_transitions (card_id, id);
create trigger append_only before update or delete or truncate on cards.card_transitions
  execute function florin.refuse_change();

-- Addresses of the page that shows card data to its holder: 256 random bits each, stored as their hash. Each works once.
create table cards.page_tokens (
  hash       bytea primary key,
  card_id    uuid not null references cards.cards,
  language   text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index on cards.page_tokens (expires_at);

-- What was handed to a wallet. A nonce is used once.
create table cards.provisionings (
  id         bigint generated always as identity primary key,
  card_id    uuid not null references cards.cards,
  wallet     text not null check (wallet in ('apple', 'google')),
  nonce      text not null,
  created_at timestamptz not null,
  constraint provisioning_nonce_key unique (wallet, nonce)
);
create index on cards.provisionings (card_id, id);

grant select, insert, update on cards.cards to florin_app;
grant select, insert on cards.card_transitions, cards.provisionings to florin_app;
grant select, insert, update, delete on cards.page_tokens to florin_app;
