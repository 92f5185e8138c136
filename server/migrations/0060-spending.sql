-- Spending: what holders do with their cards, as card networks say it. Nothing here has a foreign key: many write about
-- one card, account or partner at the same moment, and `verify` compares what they name (decision 31).
create schema spending;
grant usage on schema spending to florin_app;

-- A card transaction: what it is about. It changes once at most, when an authorization joins the challenge that came first.
create table spending.transactions (
  id                     uuid primary key, -- of version 7: it sorts by time
  partner_id             integer not null,
  holder_id              text collate "C" not null,
  account_id             uuid not null,
  card_id                uuid not null,
  type                   text not null check (type in ('purchase', 'cash', 'quasiCash', 'refund', 'verification', 'balance')),
  channel                text check (channel in ('online', 'inStore', 'contactless', 'atm')), -- null: the network did not say
  entry                  text,
  currency               text not null, -- of the card
  minor                  bigint check (minor >= 0), -- as first requested; null: there was no rate for it
  merchant_minor         bigint not null check (merchant_minor >= 0), -- the same, in the merchant's currency
  merchant_currency      text not null,
  merchant_id            text not null,
  terminal_id            text,
  merchant_name          text not null,
  merchant_city          text,
  merchant_country       text,
  merchant_category      text not null,
  acquirer_id            text not null,
  rrn                    text,
  network_transaction_id text,
  authorization_code     text,
  recurring              boolean not null,
  preauthorization       boolean not null,
  posts                  boolean not null, -- a single message, which posts at once
  forced                 boolean not null, -- it was cleared without an authorization of ours
  created_at             timestamptz not null
);
create index on spending.transactions (holder_id, id);
create index on spending.transactions (card_id, authorization_code);
create index on spending.transactions (card_id, rrn) where rrn is not null;
create index on spending.transactions (card_id, network_transaction_id) where network_transaction_id is not null;

-- What of a transaction changes. Amounts are in the currency of the card.
create table spending.states (
  id               uuid primary key,
  version          integer not null default 1,
  status           text not null check (status in ('challenged', 'pending', 'declined', 'reversed', 'expired', 'settled')),
  authorized_minor bigint not null check (authorized_minor >= 0), -- approved and not reversed
  held_minor       bigint not null check (held_minor >= 0),
  holds            smallint not null check (holds >= 0), -- opened so far; the newest is `spend <id>/<holds>`
  cleared_minor    bigint not null check (cleared_minor >= 0),
  refunded_minor   bigint not null check (refunded_minor >= 0),
  due_at           timestamptz, -- when its hold, or its challenge, expires
  leased_until     timestamptz
) with (fillfactor = 50);
create index on spending.states (due_at) where due_at is not null;

-- Every message of a network about a card, with its answer, and what the clock has done.
create table spending.messages (
  id               bigint generated always as identity primary key,
  transaction_id   uuid, -- null: it is about no transaction that we know
  card_id          uuid, -- null: it names no card of ours
  kind             text not null check (kind in ('authorization', 'advice', 'reversal', 'clearing', 'refund', 'challenge', 'clock')),
  class            text not null check (class in ('authorization', 'financial', 'advice', 'reversal', 'presentment', 'issuer')), -- issuer: it is our own
  sender           text not null,
  stan             text not null,
  sent_at          timestamptz not null, -- the year is the nearest
  digest           bytea not null, -- keyed: of card, type, amount and terminal
  action           text, -- of the states of a transaction; null: nothing changed
  from_status      text,
  to_status        text,
  minor            bigint not null check (minor >= 0),
  currency         text not null,
  billed_minor     bigint, -- in the currency of the card
  authorized_minor bigint, -- of the transaction, after the message
  held_minor       bigint,
  hold             smallint, -- the number of the hold that it opened
  code             text not null, -- field 39 of the answer
  response         jsonb not null,
  verdicts         jsonb, -- of every rule, where there was something to decide
  reason           text,
  original_sender  text, -- of the message that it names
  original_stan    text,
  original_sent_at timestamptz,
  original_rrn     text,
  received_at      timestamptz not null,
  constraint message_key unique (sender, stan, sent_at, class),
  check ((action is null) = (to_status is null))
);
create index on spending.messages (transaction_id, id) where transaction_id is not null;
-- Reversals that came before their originals.
create index on spending.messages (card_id, id) where kind = 'reversal' and transaction_id is null;
create trigger append_only before update or delete or truncate on spending.messages
  execute function florin.refuse_change();

-- Money that moved: each is one entry, of the reference `presentment <id>`.
create table spending.presentments (
  id                uuid primary key,
  transaction_id    uuid not null,
  kind              text not null check (kind in ('clearing', 'refund', 'reversal')), -- reversal: of a single message
  acquirer_id       text not null,
  presentment_id    text not null,
  digest            bytea not null,
  minor             bigint not null check (minor > 0), -- in the currency of the card
  owed_minor        bigint not null check (owed_minor between 0 and minor), -- of a clearing: what the account did not have; else: what paid a debt
  merchant_minor    bigint not null check (merchant_minor > 0),
  merchant_currency text not null,
  markup_minor      bigint not null check (markup_minor >= 0),
  is_converted      boolean not null, -- we converted it: the network has it in the merchant's currency
  sequence_number   smallint,
  sequence_of       smallint,
  booked_at         timestamptz not null,
  constraint presentment_key unique (acquirer_id, presentment_id, kind)
);
create index on spending.presentments (transaction_id);
create trigger append_only before update or delete or truncate on spending.presentments
  execute function florin.refuse_change();

-- What of an account is held, and what of a card was spent: sums, so that a decision reads one row for each.
create table spending.account_totals (
  account_id uuid primary key,
  held_minor bigint not null check (held_minor >= 0)
) with (fillfactor = 50);

create table spending.card_totals (
  card_id     uuid primary key,
  as_of       date not null, -- the day, in UTC, that the sums of periods are about
  day_minor   bigint not null,
  week_minor  bigint not null,
  month_minor bigint not null,
  year_minor  bigint not null,
  total_minor bigint not null,
  recent      timestamptz[] not null -- the last approvals
) with (fillfactor = 50);

grant select, insert on spending.messages, spending.presentments to florin_app;
grant select, insert, update on spending.transactions, spending.states, spending.account_totals, spending.card_totals to florin_app;

-- What a holder owes us after a clearing that the account could not pay. It is kept beside the lines, as the balance is.
insert into ledger.guarded_balances (account, currency, minor)
  select 'holder:' || id || ':owed', currency, 0 from accounts.accounts;
