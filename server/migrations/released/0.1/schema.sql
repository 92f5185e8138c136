-- The schema of a released version, as its migrations made it. Never edited.

-- 0001-foundation.sql
-- What every module stands on: the journal of events, the checks of a commit, idempotency keys, rate limits, due work
-- and the clock of a staging installation.
create schema florin;
create schema outbox;
grant usage on schema florin, outbox to florin_app, florin_vault;

-- Called for each write of a commit: it must change exactly the rows that it was meant to change. If it does not,
-- another process was faster, and this error rolls the whole commit back.
create function florin.expect(write integer, what text, actual bigint, expected bigint) returns boolean
  language plpgsql as $$
begin
  if actual <> expected then
    raise exception 'stale write: % of % rows of %', actual, expected, what using errcode = 'FL001', detail = write;
  end if;
  return true;
end $$;

-- The next id of a table, for a statement that inserts many rows and other rows that refer to them. The statement that
-- inserts must take the id itself: a reader who waits until all smaller ids are committed waits for running statements.
create function florin.next_id(what text) returns bigint language sql volatile security definer
  set search_path = pg_catalog, pg_temp as $$ select nextval(pg_get_serial_sequence(what, 'id')) $$;
revoke execute on function florin.next_id(text) from public;
grant execute on function florin.next_id(text) to florin_app;

-- For journals: rows are added and never changed.
create function florin.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only; correct a mistake by adding to it', tg_table_schema || '.' || tg_table_name;
end $$;

-- For tables with due work: wakes the workers of the table when a row is inserted. Commits that notify wait for each
-- other, and when all of them do, the database loses two thirds of its commits per second; so of the commits that
-- overlap in one table only one notifies. A worker finds the rows of the others in the same round, or at its next poll.
create function florin.notify_due() returns trigger language plpgsql as $$
declare
  due_table text := tg_table_schema || '.' || tg_table_name;
begin
  if pg_try_advisory_xact_lock(hashtext('notify_due ' || due_table)) then
    perform pg_notify('due', due_table);
  end if;
  return null;
end $$;

-- Events, one row each, written by the commit that made them true.
create table outbox.events (
  id           bigint generated always as identity,
  name         text not null,
  owner_kind   text collate "C" not null, -- whose log it belongs to: site 10001
  owner_id     text collate "C" not null,
  subject_type text not null,
  subject_id   text collate "C" not null, -- a number, a UUID or a prefixed id
  body         jsonb not null,
  occurred_at  timestamptz not null,
  primary key (id, occurred_at) -- with the time, so that it can be partitioned by month
);
create index on outbox.events (subject_type, subject_id, id);
create index on outbox.events (owner_kind, owner_id, id);

-- A writer takes the id of an event when it already counts as a transaction under way, so a reader who follows the ids
-- knows when no smaller one can appear any more: src/acquiring/notifications/safe-cursor.ts.
create function outbox.count_writer() returns trigger language plpgsql as $$
begin
  perform pg_current_xact_id();
  return null;
end $$;
create trigger count_writer before insert on outbox.events for each statement execute function outbox.count_writer();
create trigger append_only before update or delete or truncate on outbox.events execute function florin.refuse_change();
grant select, insert on outbox.events to florin_app;

-- Requests that carried an Idempotency-Key. The commit that has the effect writes the row, so there is no key without
-- its effect and no effect without its key.
create table florin.idempotency_keys (
  owner_kind   text collate "C" not null, -- who makes the request: site 10001
  owner_id     text collate "C" not null,
  scope        text not null, -- what is requested: POST /order
  key          text not null,
  request_hash bytea not null, -- a key cannot be used again for another request
  subject_id   text not null, -- what the effect is about, so that a reply that was lost can be made again
  answer       jsonb, -- the reply
  begun_at     timestamptz not null,
  primary key (owner_kind, owner_id, scope, key)
);
create index on florin.idempotency_keys (begun_at); -- the oldest are deleted
grant select, insert, update, delete on florin.idempotency_keys to florin_app;

-- Rate limits: when a key (a hash of an address, for example) has all its points back. Unlogged: a crash may empty it.
create unlogged table florin.rate_limits (
  name    text not null, -- of the limit: src/app/limits.ts
  key     text not null,
  full_at timestamptz not null,
  primary key (name, key)
);
create index on florin.rate_limits (full_at); -- those that are full are deleted
grant select, insert, update, delete on florin.rate_limits to florin_app;

-- For every thousandth entry of a list that only grows: how many entries there are up to this one. Readers write them,
-- to find the length and the deep pages of a list without counting. Each can be computed again from the list.
create table florin.list_checkpoints (
  list       text not null,
  owner_kind text collate "C" not null,
  owner_id   text collate "C" not null,
  nth        bigint not null,
  id         bigint not null,
  primary key (list, owner_kind, owner_id, nth)
);
create index on florin.list_checkpoints (list, owner_kind, owner_id, id);
grant select, insert on florin.list_checkpoints to florin_app;

-- Tasks that run at set times and belong to no row of another table: src/app/schedule.ts lists them.
create table florin.scheduled_tasks (
  id           bigint generated always as identity primary key,
  name         text not null unique,
  due_at       timestamptz,
  leased_until timestamptz
);
grant select, insert, update on florin.scheduled_tasks to florin_app;

-- Staging only: the position of the logical clock, in one row.
create table florin.clock (
  id        boolean primary key default true check (id),
  offset_ms bigint not null default 0, -- how far it is ahead of the machine's
  paused_at timestamptz,
  -- Several processes may move the clock at once: each names the version that it read.
  version   bigint not null default 0,
  -- While a runner takes the clock from one due item to the next, until run_until by the machine's time at the latest,
  -- the runner does what is due and all other workers pause.
  run_by    uuid,
  run_until timestamptz,
  check ((run_by is null) = (run_until is null))
);
insert into florin.clock default values;

-- Notifies every process of each change of the clock, in the order of the changes, with the position that it led to.
create function florin.notify_clock() returns trigger language plpgsql as $$
begin
  perform pg_notify('clock', json_build_object('version', new.version, 'offsetMs', new.offset_ms,
    'pausedAt', new.paused_at, 'runBy', new.run_by, 'runUntil', new.run_until)::text);
  perform pg_notify('due', ''); -- for the workers of every table
  return null;
end $$;
create trigger notify after update on florin.clock for each row execute function florin.notify_clock();
grant select, update on florin.clock to florin_app;

-- 0002-directory.sql
-- Merchants, their sites with settings and keys, the staff who sign in, and the audit trail of what they changed.
create schema directory;
grant usage on schema directory to florin_app;

create table directory.merchants (
  id         integer generated always as identity (start with 101) primary key,
  name       text not null,
  created_at timestamptz not null
);

create table directory.sites (
  -- By default: the id is taken before the row is written, because the site's key is sealed with it as context.
  id               integer generated by default as identity (start with 10001) primary key,
  merchant_id      integer not null references directory.merchants,
  version          integer not null default 1,
  name             text not null,
  live             boolean not null, -- sk_live_ or sk_test_
  active           boolean not null default true,
  currencies       text[] not null,
  time_zone        text not null,
  created_at       timestamptz not null,

  -- Where notifications go, and where the hosted page sends the shopper back to.
  notification_url text,
  back_url         text,

  -- Settlement and our price of a payment.
  cut_off          time not null default '00:00', -- of the daily settlement, in the site's time zone
  fee_basis_points integer not null check (fee_basis_points between 0 and 10000),
  fee_fixed_minor  bigint not null check (fee_fixed_minor >= 0),

  -- Payments and renewals, for orders that do not say it themselves.
  -- attempts_max: how often the shopper may be declined. retry_schedule: when a renewal is retried, counted from its
  -- first decline.
  attempts_max     integer not null default 3 check (attempts_max between 1 and 20),
  retry_schedule   text not null default 'P1D,P3D,P7D',

  -- Payouts: money that the site sends to a customer's card. The operator allows it site by site.
  -- payout_max_minor: the most of one payout, in minor units of its currency.
  payouts_allowed  boolean not null default false,
  payout_max_minor bigint not null default 100000 check (payout_max_minor > 0),

  -- The hosted page.
  logo             text, -- data: URL of a PNG, JPEG, WebP or SVG image
  theme_color      text check (theme_color ~ '^#[0-9a-f]{6}$'),
  frame_ancestors  text[] not null default '{}', -- origins that may show it in a frame

  -- Emails to shoppers.
  receipts         boolean not null default true, -- about money that was captured, reserved or refunded
  reminders        boolean not null default true, -- about a subscription: not paid, card expiring, ended
  sender_name      text, -- null: the merchant's name
  reply_to         text,
  language         text not null default 'en' -- for shoppers whose own language is not known
);
create index on directory.sites (merchant_id);

-- Private keys, sealed under a master key. During a rotation two are valid; expires_at ends the older one.
create table directory.site_keys (
  id          bigint generated always as identity primary key,
  site_id     integer not null references directory.sites,
  sealed      bytea not null,
  fingerprint bytea not null unique, -- finds the site of a key without opening any
  created_at  timestamptz not null,
  expires_at  timestamptz
);
create index on directory.site_keys (site_id);

create table directory.staff (
  id            bigint generated always as identity primary key,
  merchant_id   integer references directory.merchants, -- null: the operator's own staff
  email         text not null unique,
  name          text not null,
  role          text not null check (role in ('owner', 'staff', 'viewer', 'operator')),
  password_hash text not null,
  created_at    timestamptz not null
);

-- Every process keeps sites and keys in memory for a short time; this notifies it to read them again.
create function directory.notify_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('directory', '');
  return null;
end $$;
create trigger notify_change after insert or update or delete on directory.merchants
  execute function directory.notify_change();
create trigger notify_change after insert or update or delete on directory.sites
  execute function directory.notify_change();
create trigger notify_change after insert or update or delete on directory.site_keys
  execute function directory.notify_change();

-- The audit trail: who changed what of money, keys and access.
create table directory.audit (
  id           bigint generated always as identity,
  actor        text not null,
  action       text not null,
  owner_kind   text collate "C" not null, -- whose trail it belongs to: site 10001
  owner_id     text collate "C" not null,
  subject_type text not null,
  subject_id   text collate "C", -- null: about many at once
  before       jsonb,
  after        jsonb,
  from_where   text not null,
  occurred_at  timestamptz not null,
  primary key (id, occurred_at) -- with the time, so that it can be partitioned by month
);
create index on directory.audit (subject_type, subject_id, id);
create index on directory.audit (owner_kind, owner_id, id);
create trigger append_only before update or delete or truncate on directory.audit
  execute function florin.refuse_change();

grant select, insert, update on directory.merchants, directory.sites, directory.site_keys, directory.staff
  to florin_app;
grant select, insert on directory.audit to florin_app;
grant usage on sequence directory.sites_id_seq to florin_app;

-- 0003-ledger.sql
-- The books: entries whose lines sum to zero, balances that may not become negative, and holds on money that has not
-- moved yet.
create schema ledger;
grant usage on schema ledger to florin_app;

create table ledger.entries (
  id        bigint generated always as identity primary key,
  recipe    text not null,
  reference text not null,
  posted_at timestamptz not null,
  unique (recipe, reference) -- an event is booked once, however often it is delivered
);

-- No foreign key to entries, so that both can be partitioned (decision 31): check_balance refuses a line without its
-- entry.
create table ledger.lines (
  entry_id bigint not null,
  account  text collate "C" not null,
  currency text not null,
  minor    bigint not null check (minor <> 0) -- debit above zero, credit below
);
create index on ledger.lines (entry_id);
create index on ledger.lines (account, currency, entry_id) include (minor); -- a balance is read from the index alone

-- Lines come with their entry: they sum to zero in each currency, and no line is ever added to an older entry, which a
-- checkpoint may have summed already.
create function ledger.check_balance() returns trigger language plpgsql as $$
begin
  if exists (
    select from added a
    left join ledger.entries e on e.id = a.entry_id and e.xmin = pg_current_xact_id()::xid
    group by a.entry_id, a.currency
    having sum(a.minor) <> 0 or count(e.id) < count(*)
  ) then
    raise exception 'an entry does not balance, or is not new' using errcode = 'FL002';
  end if;
  return null;
end $$;
create trigger balances after insert on ledger.lines referencing new table as added
  for each statement execute function ledger.check_balance();

create trigger append_only before update or delete or truncate on ledger.entries
  execute function florin.refuse_change();
create trigger append_only before update or delete or truncate on ledger.lines
  execute function florin.refuse_change();

-- Accounts that may not become negative keep a balance here, in minor units of credit. The commit that posts to them
-- changes it.
create table ledger.guarded_balances (
  account  text collate "C" not null,
  currency text not null,
  minor    bigint not null check (minor >= 0),
  primary key (account, currency)
);

-- Money that is reserved and has not moved yet, such as what a cardholder's bank has reserved for a merchant.
create table ledger.holds (
  id           bigint generated always as identity primary key,
  reference    text not null unique,
  account      text not null,
  currency     text not null,
  minor        bigint not null check (minor > 0),
  posted_minor bigint not null default 0 check (posted_minor between 0 and minor),
  status       text not null check (status in ('held', 'posted', 'voided')),
  held_at      timestamptz not null,
  ended_at     timestamptz
);
create index on ledger.holds (account, currency) where status = 'held';

-- Sums of an account up to an entry, so that a balance reads few lines. Each can be computed again from the lines.
create table ledger.checkpoints (
  account       text collate "C" not null,
  currency      text not null,
  through_entry bigint not null,
  minor         bigint not null,
  primary key (account, currency, through_entry)
);

-- The last entry, at a moment when no smaller id can still appear: an id is taken before its entry is committed, so a
-- smaller id can become visible after a bigger one. The lock waits for every transaction that adds an entry and is
-- released at once. Transactions that begin to add one meanwhile wait behind it, so it gives up after a second.
create function ledger.committed_through() returns bigint language plpgsql security definer
  set search_path = pg_catalog, pg_temp set lock_timeout = '1s' as $$
begin
  lock table ledger.entries in share mode;
  return (select coalesce(max(id), 0) from ledger.entries);
end $$;
revoke execute on function ledger.committed_through() from public;
grant execute on function ledger.committed_through() to florin_app;

grant select, insert on ledger.entries, ledger.lines to florin_app;
grant select, insert, update on ledger.guarded_balances, ledger.holds, ledger.checkpoints to florin_app;

-- 0004-vault.sql
-- Card numbers. Only the role florin_vault reaches this schema, and only the vault module connects with it.
create schema vault;
grant usage on schema vault to florin_vault;

create table vault.cards (
  token       uuid primary key,
  merchant_id integer not null,
  wrapped_key bytea not null, -- this record's own data key, under the vault key whose number is its first byte
  sealed      bytea not null, -- the card number under the data key
  key_version integer not null,
  fingerprint bytea not null, -- keyed, per merchant: equal only for the same card at the same merchant
  created_at  timestamptz not null
);
create index on vault.cards (key_version); -- the cards that a rotation of the vault key has to seal again
create index on vault.cards (merchant_id, fingerprint);
grant select, insert, update, delete on vault.cards to florin_vault;

-- 0005-shoppers.sql
-- The shoppers of each site and their stored cards; the card numbers themselves are in the vault.
create schema shoppers;
grant usage on schema shoppers to florin_app;

create table shoppers.shoppers (
  id                bigint generated always as identity (start with 1001) primary key,
  site_id           integer not null,
  identifier        text not null, -- the store's own
  version           integer not null default 1,
  email             text,
  first_name        text,
  last_name         text,
  phone             text,
  country           text,
  state             text,
  city              text,
  address           text,
  zip_code          text,
  tags              text[] not null default '{}',
  whitelisted       boolean not null default false,
  whitelisted_until timestamptz,
  created_at        timestamptz not null,
  -- A removed shopper stays for the records of their payments; their identifier can be used again (remove-shopper.ts).
  removed_at        timestamptz,
  unique (site_id, identifier)
);
create index on shoppers.shoppers (site_id, id);
create index on shoppers.shoppers (site_id, lower(email));

create table shoppers.cards (
  -- By default: the id is set aside before the payment whose approval stores the card.
  id                     bigint generated by default as identity (start with 1001) primary key,
  shopper_id             bigint not null references shoppers.shoppers,
  vault_token            uuid not null,
  brand                  text not null,
  first6                 text not null,
  last4                  text not null,
  expiry_month           integer not null check (expiry_month between 1 and 12),
  expiry_year            integer not null,
  holder_name            text,
  fingerprint            bytea not null,
  status                 text not null check (status in ('active', 'deleted')),
  -- Of the shopper's own first payment: without it no merchant-initiated payment can be made with this card.
  network_transaction_id text,
  created_at             timestamptz not null
);
create index on shoppers.cards (shopper_id, id);
create index on shoppers.cards (vault_token);
-- The same card of the same shopper is stored once.
create unique index stored_once on shoppers.cards (shopper_id, fingerprint, expiry_year, expiry_month)
  where status = 'active';

grant select, insert, update on shoppers.shoppers, shoppers.cards to florin_app;
grant usage on sequence shoppers.cards_id_seq to florin_app;

-- 0006-routing.sql
-- Routing: the operator's rules of which connector a payment goes to.
create schema routing;
grant usage on schema routing to florin_app;

-- A rule that names no site, currency, brand or bin is for every payment. Removed rules are kept.
create table routing.rules (
  id         bigint generated always as identity primary key,
  priority   integer not null check (priority between 1 and 10000), -- the lowest that fits goes first
  connector  text not null,
  site_id    integer,
  currency   text,
  brand      text,
  bin        text check (bin ~ '^[0-9]{1,8}$'), -- the first digits of the card number
  created_at timestamptz not null,
  removed_at timestamptz
);

grant select, insert, update on routing.rules to florin_app;

-- 0007-payments.sql
-- Transactions on cards: payments and payouts, and the refunds, chargebacks and representments that follow a payment.
create schema payments;
grant usage on schema payments to florin_app;

-- One transaction. A refund, a chargeback and a representment are rows of their own whose parent is the payment.
create table payments.payments (
  -- By default: the commit that records a chargeback also writes its notification, which names the id.
  id                     bigint generated by default as identity (start with 1001) primary key,
  key                    uuid not null unique, -- of the authorization, refund or payout; made before it is requested
  type                   text not null check (type in (
    'deposit', 'verify-card', 'refund', 'chargeback', 'representment', 'credit'
  )),
  source                 text not null check (source in ('service-call', 're-bill', 're-bill-micro', 'card-change')),
  initiator              text not null default 'cit' check (initiator in ('cit', 'mit')), -- cardholder or merchant
  status                 text not null check (status in (
    'authorizing', 'challenging', 'uncertain', 'reversing', 'authorized', 'capturing', 'voiding', 'captured',
    'cancelling', 'verified', 'voided', 'cancelled', 'refunded', 'failed', 'refunding',
    'disputed', 'chargedBack', 'opened', 'won', 'lost', 'represented', 'crediting', 'credited'
  )),
  version                integer not null default 1,

  -- Whose it is, and what for.
  merchant_id            integer not null,
  site_id                integer not null,
  shopper_id             bigint not null,
  order_id               bigint not null,
  period                 integer, -- the period of the order that it pays; null for the shopper's own payments
  parent_id              bigint references payments.payments,
  description            text not null,
  ip                     text,

  -- Money, in minor units of the currency.
  currency               text not null,
  minor                  bigint not null check (minor >= 0),
  captures_at_once       boolean not null,
  captured_minor         bigint not null default 0, -- of a refund: refunded
  refunded_minor         bigint not null default 0, -- with refunds whose result is awaited
  -- Disputed or lost. The network can take more than was left.
  charged_back_minor     bigint not null default 0 check (charged_back_minor >= 0),
  fee_minor              bigint not null default 0, -- ours; of a refund: the part of it that was returned
  fee_basis_points       integer not null default 0, -- its percentage when the money was captured
  batch_id               bigint, -- the settlement batch

  -- The card, as far as it may be shown.
  card_id                bigint, -- the stored card: the one that pays, or the one that approval stores
  stores_token           uuid, -- the vault's token of a card number that approval will store as card_id
  card_brand             text not null,
  card_first6            text not null,
  card_last4             text not null,
  card_expiry            text not null, -- MM/YYYY
  card_holder_name       text,
  card_fingerprint       bytea not null,

  connector              text not null, -- where it was sent; what follows a payment goes where the payment went

  -- What the acquirer replied.
  reference              text, -- the acquirer's; of a chargeback and a representment: its id of the dispute
  network_transaction_id text, -- of a CIT, what later MITs refer to
  authorization_code     text,
  checks                 jsonb,
  three_d_secure         text,
  challenge              jsonb, -- the form that sends the browser to the bank, while challenging
  decline_reason         text,

  -- Why the merchant voided or cancelled the payment, or refunded it (on the row of the refund).
  reversal_reason        text,
  reversal_message       text,

  -- The request whose result is awaited.
  request_key            uuid,
  request_kind           text,
  request_minor          bigint,

  due_at                 timestamptz, -- when to inquire about it, or to void it
  due_tries              integer not null default 0,
  leased_until           timestamptz,
  created_at             timestamptz not null,
  approved_at            timestamptz,
  captured_at            timestamptz,
  check (captured_minor between 0 and minor),
  check (refunded_minor between 0 and captured_minor)
);

-- An order has one attempt under way at a time: a second click finds the first one here. A row with a parent follows a
-- payment and is no attempt to pay.
create unique index one_attempt_at_a_time on payments.payments (order_id)
  where parent_id is null and status in ('authorizing', 'challenging', 'uncertain', 'reversing');
-- A shopper pays an order once, however late the second click comes. Later billing has the source `re-bill`.
create unique index paid_once on payments.payments (order_id)
  where parent_id is null and source = 'service-call' and status <> 'failed';
-- A process that would bill a period a second time finds the first payment here: one in full, and one micro-payment.
create unique index billed_once on payments.payments (order_id, period, source)
  where period is not null and parent_id is null and status <> 'failed';
-- A dispute is booked once and won once. Two connectors may give two disputes the same id.
create unique index disputed_once on payments.payments (connector, reference) where type = 'chargeback';
create unique index represented_once on payments.payments (connector, reference) where type = 'representment';

-- Lists and lookups.
create index on payments.payments (site_id, id) include (status);
create index on payments.payments (shopper_id, id);
create index on payments.payments (order_id);
create index on payments.payments (parent_id) where parent_id is not null;
create index on payments.payments (stores_token) where stores_token is not null;
create index on payments.payments (request_key) where request_key is not null; -- an incoming message names a request
-- Staff look for a payment by the last digits that its shopper reads to them.
create index on payments.payments (site_id, card_last4, id);
-- Payments, approvals and captures come in the order of time, so one small index finds those of a day and costs a
-- payment next to nothing.
create index on payments.payments using brin (created_at, approved_at, captured_at) with (autosummarize = on);
-- For the card networks' limits of retries.
create index on payments.payments (card_fingerprint, created_at) where status = 'failed' and type <> 'refund';

-- Due work.
create index on payments.payments (due_at) where due_at is not null;
-- What the next settlement batch of a site takes.
create index on payments.payments (site_id, captured_at)
  where batch_id is null and status in (
    'captured', 'refunded', 'disputed', 'chargedBack', 'opened', 'won', 'lost', 'represented', 'credited'
  );
-- The pending outflows of a merchant: recorded, and not yet in the ledger.
create index on payments.payments (merchant_id, currency)
  where status in ('crediting', 'uncertain', 'refunding', 'cancelling');

-- Every change of the status of a transaction.
create table payments.payment_transitions (
  id          bigint generated always as identity, -- orders the transitions of a payment
  payment_id  bigint not null references payments.payments,
  action      text not null,
  from_status text,
  to_status   text not null,
  minor       bigint,
  occurred_at timestamptz not null
);
create index on payments.payment_transitions (payment_id, id);
create trigger append_only before update or delete or truncate on payments.payment_transitions
  execute function florin.refuse_change();

grant select, insert, update on payments.payments to florin_app;
grant usage on sequence payments.payments_id_seq to florin_app;
grant select, insert on payments.payment_transitions to florin_app;

-- 0008-disputes.sql
-- Dispute events as acquirers reported them, and how far their lists were read. Chargebacks and representments, which
-- come of them, are transactions in payments.payments.
create schema disputes;
grant usage on schema disputes to florin_app;

-- Nothing that an acquirer reported is dropped: an event that fits no payment waits for an operator.
create table disputes.events (
  id                bigint generated always as identity primary key,
  connector         text not null,
  event_id          text not null, -- the connector's: delivered twice, it is kept once
  dispute           text not null, -- the acquirer's id of the dispute
  authorization_key text not null,
  kind              text not null check (kind in ('opened', 'won', 'lost')),
  currency          text not null,
  minor             bigint not null check (minor > 0),
  reason            text not null,
  happened_at       timestamptz not null,
  received_at       timestamptz not null,

  -- What we did with it.
  payment_id        bigint references payments.payments, -- the payment that is disputed, once it was found
  done_at           timestamptz, -- booked, or known before
  trouble           text, -- why an operator should review it, in words for them
  seen_at           timestamptz, -- when an operator did
  due_at            timestamptz, -- null and not done: an operator must act
  leased_until      timestamptz,
  unique (connector, event_id),
  check (done_at is null or due_at is null),
  check (done_at is not null or due_at is not null or trouble is not null)
);
create index on disputes.events (due_at) where due_at is not null;
create index on disputes.events (authorization_key, id);
create index on disputes.events (id) where trouble is not null and seen_at is null; -- to be reviewed

-- How far each connector's list of disputes was read, and when it is read again. The program makes the rows.
create table disputes.cursors (
  id           bigint generated always as identity primary key,
  connector    text not null unique,
  read_up_to   text,
  version      integer not null default 1,
  due_at       timestamptz,
  leased_until timestamptz
);

grant select, insert, update on disputes.events, disputes.cursors to florin_app;

-- 0009-settlement.sql
-- Settlement: the transactions of a site up to its daily cut-off, closed once.
create schema settlement;
grant usage on schema settlement to florin_app;

create table settlement.batches (
  id         bigint generated always as identity primary key,
  site_id    integer not null,
  currency   text not null,
  cut_off_at timestamptz not null,
  part       integer not null, -- a day with many transactions is closed in several batches
  net_minor  bigint not null,
  payments   integer not null, -- how many transactions it has
  closed_at  timestamptz not null,
  unique (site_id, currency, cut_off_at, part)
);

-- When the next batch of a site is due.
create table settlement.cut_offs (
  id           bigint primary key, -- the site's
  due_at       timestamptz,
  leased_until timestamptz
);
create index on settlement.cut_offs (due_at) where due_at is not null;

grant select, insert, update on settlement.batches, settlement.cut_offs to florin_app;

-- 0010-orders.sql
-- Orders: what a shopper owes a site once, on a calendar, or whenever the site requests it; or what a site pays out.
create schema orders;
grant usage on schema orders to florin_app;

create table orders.orders (
  id                     bigint generated always as identity (start with 1001) primary key,
  site_id                integer not null,
  shopper_id             bigint not null,
  external_id            text not null, -- the store's own number of the order
  type                   text not null check (type in ('purchase', 'recurring', 'managed', 'credit')),
  mode                   text not null check (mode in ('auth', 'authAndCapture', 'verifyCard', 'credit')),
  status                 text not null check (status in (
    'start', 'in-progress', 'retrying', 'expiring', 'complete-ok', 'complete-failed'
  )),
  end_reason             text, -- why it ended or failed
  version                integer not null default 1,
  created_at             timestamptz not null,

  -- What is owed, in minor units of the currency.
  currency               text not null,
  minor                  bigint not null check (minor >= 0), -- the regular amount
  trial_minor            bigint, -- the first charge, when it is not the regular amount
  description            text not null, -- of what the card pays, as the store sent it or made of the items
  items                  jsonb not null, -- amounts in minor units, as text
  tags                   text[] not null default '{}',
  level3                 jsonb,
  custom_data            jsonb, -- {"value": ...} as the merchant sent it, or null

  -- The shopper's own payment.
  attempts               integer not null default 0, -- declined so far
  attempts_max           integer, -- null: as the site says
  card_id                bigint,
  back_url               text,
  invoice_email          text,
  language               text, -- of the page on which the shopper paid; null for orders that came by the API

  -- Billing. Period n is due at anchor_at plus anchor_lead plus (n - anchor_period) intervals, in the site's time zone;
  -- billing never changes the anchor.
  interval_type          text check (interval_type in ('day', 'month')),
  interval_value         integer check (interval_value between 1 and 365),
  first_bill_at          timestamptz,
  retry_payment          text, -- the retry schedule; null: as the site says
  anchor_at              timestamptz,
  anchor_period          integer not null default 0,
  anchor_lead            integer not null default 0, -- in units of the interval
  next_period            integer not null default 0, -- the first that is not resolved; 0 is the shopper's own payment
  due_at                 timestamptz, -- when billing looks at it; null while a payment is under way, or if none follows
  leased_until           timestamptz,

  -- The original transaction of a card that was tokenized elsewhere.
  network_transaction_id text,
  network_transaction_at timestamptz,

  -- Why the merchant cancelled the order.
  cancel_reason          text,
  cancel_message         text,
  unique (site_id, external_id),
  check ((network_transaction_id is null) = (network_transaction_at is null))
);
create index on orders.orders (site_id, id);
create index on orders.orders (shopper_id);
create index on orders.orders (due_at) where due_at is not null;

-- Every change of the status of an order.
create table orders.order_transitions (
  id          bigint generated always as identity, -- two transitions of one commit have one time; this orders them
  order_id    bigint not null references orders.orders,
  action      text not null,
  from_status text,
  to_status   text not null,
  reason      text,
  occurred_at timestamptz not null
);
create index on orders.order_transitions (order_id);
create trigger append_only before update or delete or truncate on orders.order_transitions
  execute function florin.refuse_change();

grant select, insert, update on orders.orders to florin_app;
grant select, insert on orders.order_transitions to florin_app;

-- 0011-billing.sql
-- Billing of orders after the shopper's own first payment: what each period owes, and how far it is paid.
create schema billing;
grant usage on schema billing to florin_app;

-- The commit that records the intent of a period's first payment writes the row.
create table billing.periods (
  order_id        bigint not null references orders.orders,
  period          integer not null check (period > 0),
  status          text not null check (status in ('open', 'paid', 'uncollectible')),
  currency        text not null,
  minor           bigint not null check (minor > 0),
  paid_minor      bigint not null default 0 check (paid_minor between 0 and minor),
  planned_at      timestamptz not null, -- the calendar's due date, or when the merchant requested it
  opened_at       timestamptz not null,
  resolved_at     timestamptz,
  failures        integer not null default 0, -- declined so far; micro-payments are not counted
  first_failed_at timestamptz, -- retries are counted from here
  last_reason     text,
  micro           text not null default 'none' check (micro in ('none', 'due', 'tried')),
  -- Payments that never reached the acquirer, or whose result is unknown for good.
  lost            integer not null default 0,
  primary key (order_id, period), -- a period is billed once
  check ((status = 'paid') = (paid_minor = minor)),
  check ((status = 'open') = (resolved_at is null))
);

grant select, insert, update on billing.periods to florin_app;

-- 0012-links.sql
-- Payment links: hosted pages that a merchant makes once and shares, each version of them, and the orders that came of
-- them.
create schema links;
grant usage on schema links to florin_app;

create table links.links (
  id             bigint generated always as identity (start with 1001) primary key,
  hash           text not null unique, -- its public id, which cannot be guessed
  site_id        integer not null,
  version        integer not null default 1,
  active         boolean not null,
  currency       text not null,
  minor          bigint not null check (minor > 0),
  customer_email text,
  limit_access   integer check (limit_access > 0), -- how often it can be paid; null: without a limit
  expire_date    date, -- its last day, in the site's time zone
  -- Changed only together with the use they count; a use is reserved only while one is free (reservation.ts).
  reserved       integer not null default 0 check (reserved >= 0), -- payments under way
  paid           integer not null default 0 check (paid >= 0),
  free           integer not null generated always as (coalesce(limit_access, 2147483647) - reserved - paid) stored,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  removed_at     timestamptz
);
create index on links.links (site_id, id) where removed_at is null;

-- Every version of a link. A shopper pays the one that they opened.
create table links.versions (
  link_id bigint not null references links.links,
  version integer not null,
  terms   jsonb not null,
  made_at timestamptz not null,
  primary key (link_id, version)
);
create trigger append_only before update or delete or truncate on links.versions
  execute function florin.refuse_change();

-- Every order that came of a link, and whether it counts as a use of it.
create table links.uses (
  order_id bigint primary key,
  link_id  bigint not null,
  version  integer not null,
  place    text not null check (place in ('none', 'reserved', 'paid')),
  foreign key (link_id, version) references links.versions
);
create index on links.uses (link_id);

grant select, insert, update on links.links, links.uses to florin_app;
grant select, insert on links.versions to florin_app;

-- 0013-checkout.sql
-- Checkout: a shopper's visits to the hosted page.
create schema checkout;
grant usage on schema checkout to florin_app;

-- One visit, from the store's signed request to the way back.
create table checkout.sessions (
  id           bigint generated always as identity primary key,
  site_id      integer not null,
  order_id     bigint not null unique,
  status       text not null check (status in ('open', 'ended')),
  end_reason   text,
  version      integer not null default 1,
  options      jsonb not null, -- what the request said of the page: saveCard, cardId, language, 3-D Secure data
  created_at   timestamptz not null,
  due_at       timestamptz, -- when it expires, unless it is used
  leased_until timestamptz
);
create index on checkout.sessions (due_at) where due_at is not null;

grant select, insert, update on checkout.sessions to florin_app;

-- 0014-subscriptions.sql
-- The page on which shoppers manage their subscriptions.
create schema subscriptions;
grant usage on schema subscriptions to florin_app;

-- When the shopper of an order last requested an email with a link to its page: the next one has to wait.
create table subscriptions.links_sent (
  order_id bigint primary key,
  sent_at  timestamptz not null
);

grant select, insert, update on subscriptions.links_sent to florin_app;

-- 0015-notifications.sql
-- Notifications to stores, and each attempt to deliver them.
create schema notifications;
grant usage on schema notifications to florin_app;

-- A notification of a payment, with the body that every attempt sends.
create table notifications.notifications (
  id           bigint generated always as identity,
  site_id      integer not null,
  payment_id   bigint not null,
  order_id     bigint not null,
  url          text not null,
  body         text not null, -- the JSON payload, byte for byte; it is encrypted anew for each attempt
  status       text not null check (status in ('waiting', 'delivered', 'parked')),
  version      integer not null default 1,
  attempts     integer not null default 0, -- made so far
  tries_left   integer not null check (tries_left >= 0), -- left in the schedule; sending again renews it
  created_at   timestamptz not null,
  delivered_at timestamptz,
  due_at       timestamptz,
  leased_until timestamptz,
  primary key (id, created_at), -- with the time, so that it can be partitioned by month
  check ((status = 'waiting') = (due_at is not null)),
  check ((status = 'delivered') = (delivered_at is not null))
);
create index on notifications.notifications (due_at) where due_at is not null;
create index on notifications.notifications (site_id, due_at, id) where due_at is not null; -- each site has its turn
create index on notifications.notifications (order_id);
create index on notifications.notifications (site_id, id);
create index on notifications.notifications (site_id, id) where status = 'parked';
create trigger notify_due after insert on notifications.notifications execute function florin.notify_due();

create table notifications.attempts (
  notification_id bigint not null,
  attempt         integer not null,
  outcome         text not null check (outcome in (
    'delivered', 'refused', 'unreachable', 'timeout', 'forbidden', 'keyless'
  )),
  http_status     integer,
  reply           text, -- the first bytes of the response
  took_ms         integer not null,
  attempted_at    timestamptz not null,
  -- With the time, so that it can be partitioned by month. An attempt is recorded once because its commit changes the
  -- version of the notification (decision 31).
  primary key (notification_id, attempt, attempted_at)
);
create trigger append_only before update or delete or truncate on notifications.attempts
  execute function florin.refuse_change();

grant select, insert, update on notifications.notifications to florin_app;
grant select, insert on notifications.attempts to florin_app;

-- 0016-emails.sql
-- Emails to shoppers, on their way and sent.
create schema emails;
grant usage on schema emails to florin_app;

-- An email, planned by the commit that makes its fact true, with the content that every attempt sends.
create table emails.emails (
  id            bigint generated always as identity primary key,
  site_id       integer not null,
  order_id      bigint not null,
  kind          text not null,
  fact          text not null, -- what it is about, such as 'receipt of payment 1001'
  recipient     text not null check (recipient in ('shopper', 'invoice')), -- invoice: the order's invoice_email
  key           uuid not null, -- identifies the message outside, so that one that is sent twice can be recognised
  address       text, -- null with content: deleted, some time after it was sent
  content       jsonb, -- all of its text, in its language; the layout is added when it is sent
  status        text not null check (status in ('waiting', 'sent', 'parked')),
  version       integer not null default 1,
  attempts      integer not null default 0, -- made so far
  tries_left    integer not null check (tries_left >= 0), -- left in the schedule; sending again renews it
  last_response text, -- of the mail server, or why there was none
  created_at    timestamptz not null,
  sent_at       timestamptz,
  due_at        timestamptz,
  leased_until  timestamptz,
  unique (order_id, fact, recipient), -- a recipient receives one email about a fact
  check ((status = 'waiting') = (due_at is not null)),
  check ((status = 'sent') = (sent_at is not null)),
  check ((address is null) = (content is null)),
  check (status <> 'waiting' or address is not null)
);
create index on emails.emails (due_at) where due_at is not null;
create index on emails.emails (site_id, id) where status = 'parked';
create index on emails.emails (created_at) where content is not null; -- the content of the oldest is deleted
create trigger notify_due after insert on emails.emails execute function florin.notify_due();

grant select, insert, update on emails.emails to florin_app;

-- 0017-sandbox-acquirer.sql
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

-- 0018-sandbox-mailbox.sql
-- The mailbox of staging, where every email arrives. It stands for a system outside.
create schema sandbox_mailbox;
grant usage on schema sandbox_mailbox to florin_app;

create table sandbox_mailbox.emails (
  id             bigint generated always as identity primary key,
  key            uuid not null unique,
  sender_name    text not null,
  sender_address text not null,
  reply_to       text,
  recipient      text not null,
  subject        text not null,
  text           text not null,
  html           text not null,
  arrivals       integer not null default 1, -- more than one: it was sent again after its response was lost
  received_at    timestamptz not null
);
create index on sandbox_mailbox.emails (lower(recipient), id);

grant select, insert, update on sandbox_mailbox.emails to florin_app;

-- The history of migrations.
  create schema if not exists florin;
  create table if not exists florin.migrations (
    number     integer primary key,
    name       text not null,
    sha256     text not null,
    applied_at timestamptz not null default now()
  );
