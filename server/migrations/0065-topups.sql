-- Topups: orders of holders to put money on their accounts.
create schema topups;
grant usage on schema topups to florin_app;

create table topups.topups (
  id             text collate "C" primary key check (id ~ '^topup_[0-9A-HJKMNP-TV-Z]{26}$'),
  version        integer not null default 1,
  holder_id      text collate "C" not null references holders.holders,
  partner_id     integer not null references partners.partners,
  account_id     uuid not null references accounts.accounts,
  type           text not null check (type in ('fiat', 'crypto')),
  status         text not null check (status in ('created', 'pending', 'completed', 'failed', 'expired', 'cancelled')),
  currency       text not null,
  minor          bigint not null check (minor > 0),
  fee_minor      bigint not null check (fee_minor >= 0 and fee_minor < minor), -- of the amount; the rest is credited
  site_id        integer references directory.sites, -- that takes the payment of a fiat topup
  transaction_id bigint, -- of the payment, as the site's interface calls it
  failure_reason text,
  created_at     timestamptz not null,
  completed_at   timestamptz,
  due_at         timestamptz, -- its outcome is asked for then
  leased_until   timestamptz,
  check ((type = 'fiat') = (site_id is not null)),
  check ((status = 'completed') = (completed_at is not null))
);
create index on topups.topups (holder_id, created_at);
create index on topups.topups (partner_id, created_at);
create index on topups.topups (account_id) where status in ('created', 'pending');
create index on topups.topups (due_at) where due_at is not null;
create unique index one_topup_of_transaction on topups.topups (transaction_id) where transaction_id is not null;

create table topups.topup_transitions (
  id          bigint generated always as identity primary key,
  topup_id    text collate "C" not null references topups.topups,
  from_status text, -- null: it was created
  to_status   text not null,
  action      text not null,
  actor       text not null,
  reason      text,
  occurred_at timestamptz not null
);
create index on topups.topup_transitions (topup_id, id);
create trigger append_only before update or delete or truncate on topups.topup_transitions
  execute function florin.refuse_change();

-- What happened to the payment of a completed topup afterwards, each transaction once.
create table topups.reversals (
  id             bigint generated always as identity primary key,
  topup_id       text collate "C" not null references topups.topups,
  kind           text not null check (kind in ('cancel', 'refund', 'charge_back', 'representment')),
  transaction_id bigint not null, -- of the refund, the charge-back or the representment; of a cancellation: the payment
  currency       text not null,
  minor          bigint not null check (minor > 0),
  owed_minor     bigint not null check (owed_minor >= 0 and owed_minor <= minor), -- what the holder then owed, or owed no more
  occurred_at    timestamptz not null,
  constraint reversed_once unique (topup_id, transaction_id, kind)
);
create trigger append_only before update or delete or truncate on topups.reversals
  execute function florin.refuse_change();

grant select, insert, update on topups.topups to florin_app;
grant select, insert on topups.topup_transitions, topups.reversals to florin_app;

-- How the customers of a programme top up.
alter table programmes.settings
  add column topup_site integer references directory.sites, -- takes the payments; null: there are no fiat topups
  add column topup_redirects boolean not null default true, -- the page goes on to the payment by itself
  add column topup_limits jsonb not null default '[]',
  add column topup_fees jsonb not null default '[]';
