-- The vault of the issuer: the numbers of the cards that we issue, and the keys of card products. Only the role
-- florin_issuer reaches this schema. It has nothing in common with the merchants' vault.
create schema issuervault;
grant usage on schema issuervault to florin_issuer;
grant usage on schema florin, outbox to florin_issuer;

-- Keys of card products, each sealed under a master key. A new version serves new cards; cards keep theirs.
create table issuervault.product_keys (
  product_id  uuid not null,
  kind        text not null check (kind in ('cvk', 'pvk', 'pin', 'signing')),
  version     smallint not null check (version between 1 and 255),
  sealed      bytea not null,
  key_version integer not null, -- of the master key
  check_value text not null, -- by which people compare keys: X9.24-1 for AES, the first three bytes for triple DES
  created_at  timestamptz not null,
  primary key (product_id, kind, version)
);

-- How many numbers of its range a product has used. A number that was taken is never taken again.
create table issuervault.ranges (
  product_id uuid primary key,
  prefix     text not null,
  capacity   bigint not null,
  issued     bigint not null default 0,
  check (issued between 0 and capacity)
);

create table issuervault.cards (
  card_id         uuid primary key,
  product_id      uuid not null,
  sealed          bytea not null, -- the number, under the master key
  key_version     integer not null,
  fingerprint     bytea not null constraint card_number_key unique,
  expiry          text not null check (expiry ~ '^[0-9]{4}$'), -- YYMM
  cvk_version     smallint not null, -- the keys that the card was made with
  pvk_version     smallint not null,
  pin_key_version smallint, -- null: it has no PIN
  pin_block       bytea, -- ISO 9564-1, format 4
  created_at      timestamptz not null,
  check ((pin_block is null) = (pin_key_version is null))
);
create index on issuervault.cards (key_version);
create index on issuervault.cards (product_id, expiry);

grant select, insert, update on issuervault.product_keys, issuervault.ranges to florin_issuer;
grant select, insert, update, delete on issuervault.cards to florin_issuer;

-- Programmes: what cards a partner may issue, and on which terms.
create schema programmes;
grant usage on schema programmes to florin_app;

-- The settings of a partner's programme. A partner without a row has the defaults.
create table programmes.settings (
  partner_id      integer primary key references partners.partners,
  version         integer not null default 1,
  frame_ancestors text[] not null default '{}', -- origins whose pages may show our page with card data in a frame
  apple_root      text, -- PEM: the root that certificates of the first wallet must lead to
  google_key      text, -- PEM: the public key of the second wallet's token service
  created_at      timestamptz not null
);

-- Card products. The id is the subscriptionCardId of the interface.
create table programmes.products (
  id             uuid primary key,
  version        integer not null default 1,
  partner_id     integer not null references partners.partners,
  name           text not null,
  active         boolean not null default true, -- an inactive one issues no new cards
  prefix         text not null check (prefix ~ '^[2-6][0-9]{5,13}$'), -- the numbers of its cards begin so
  numbers        int8range not null,
  virtual        boolean not null,
  physical       boolean not null,
  currencies     text[] not null,
  months         smallint not null check (months between 1 and 120), -- how long a card is valid
  expiry_order   text not null check (expiry_order in ('YYMM', 'MMYY')), -- in the CVV2; it never changes
  service_code   text not null check (service_code ~ '^[0-9]{3}$'),
  limits         jsonb not null,
  fees           jsonb not null,
  markup_percent numeric(5, 2) not null, -- on the day's rate, for purchases in another currency
  design         text,
  bureau_key     text, -- PEM: files for the personalisation bureau are encrypted for it
  created_at     timestamptz not null,
  -- Two products never share a number.
  constraint products_share_no_number exclude using gist (numbers with &&)
);
create index on programmes.products (partner_id, created_at);

grant select, insert, update on programmes.settings, programmes.products to florin_app;
