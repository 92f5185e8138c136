-- Whose cards are declined without a request to their bank: an address, an email address, a card or a BIN.
create table velocity.blocks (
  id           bigint      generated always as identity primary key,
  version      integer     not null default 1,
  kind         text        not null check (kind in ('address', 'email', 'card', 'bin')),
  value        text        not null, -- of a card its fingerprint as base64url
  merchant_id  integer,     -- whose card it is: the fingerprint of a card is another at each merchant
  site_id      integer,     -- null: everywhere
  payment_id   bigint,      -- the one that a card was chosen from
  card         text,        -- what may be shown of it
  reason       text        not null,
  blocked_at   timestamptz not null,
  blocked_by   text        not null,
  ends_at      timestamptz check (ends_at > blocked_at), -- null: when a person ends it
  ended_at     timestamptz check (ended_at >= blocked_at),
  check ((kind = 'card') = (merchant_id is not null and payment_id is not null and card is not null))
);
create index on velocity.blocks (id) where ended_at is null;
grant select, insert, update, delete on velocity.blocks to florin_app;

-- What limits and blocks have refused: a row for an hour, limit, site, subject and source, and few of them in an hour.
-- It may be lost in a crash, as the counts may.
create unlogged table velocity.refusals (
  hour     timestamptz not null,
  name     text        not null,
  site_id  integer      not null, -- 0: of no site
  subject  text        not null, -- what was counted; empty where only the limit is known, as when there were too many
  source   text        not null, -- an address, or empty
  times    integer     not null check (times > 0),
  first_at timestamptz not null,
  last_at  timestamptz not null,
  primary key (hour, name, site_id, subject, source)
);
grant select, insert, update, delete on velocity.refusals to florin_app;
