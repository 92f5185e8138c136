-- The database as all migrations leave it. Made by `npm run docs`: change the schema with a new migration, not here.
-- Read the tables of a schema together with the module of that name.


create schema access;
grant usage on schema access to florin_app;

create table access.approvals (
  id              bigint      generated always as identity,
  version         integer     not null default 1,
  action          text        not null,
  owner_kind      text        not null collate "C",
  owner_id        text        not null collate "C",
  subject_type    text        not null,
  subject_id      text        not null collate "C",
  request         jsonb       not null,
  status          text        not null,
  requested_by    bigint      not null,
  request_reason  text        not null,
  requested_at    timestamptz not null,
  expires_at      timestamptz not null,
  decided_by      bigint,
  decision_reason text,
  decided_at      timestamptz,
  used_at         timestamptz,
  constraint approvals_pkey primary key (id),
  constraint approvals_check check ((((decided_by is null) = (decided_at is null)) and ((decided_by is null) = (decision_reason is null)))),
  constraint approvals_check1 check (((status <> all (array['approved', 'rejected', 'used'])) or (decided_by is not null))),
  constraint approvals_check2 check (((status = 'used') = (used_at is not null))),
  constraint approvals_status_check check ((status = any (array['requested', 'approved', 'rejected', 'expired', 'used']))),
  constraint approved_by_another check (((status <> all (array['approved', 'used'])) or (decided_by <> requested_by))),
  constraint approvals_decided_by_fkey foreign key (decided_by) references access.staff(id),
  constraint approvals_requested_by_fkey foreign key (requested_by) references access.staff(id)
);
create index approvals_owner_kind_owner_id_id_idx on access.approvals (owner_kind, owner_id, id);
create index approvals_status_id_idx on access.approvals (status, id);
create unique index one_open_approval on access.approvals (action, subject_type, subject_id) where (status = any (array['requested', 'approved']));
grant insert, select, update on table access.approvals to florin_app;

create table access.staff (
  id            bigint      generated always as identity,
  version       integer     not null default 1,
  scope_kind    text        not null,
  scope_id      text        not null collate "C",
  email         text        not null,
  name          text        not null,
  role          text        not null,
  active        boolean     not null default true,
  password_hash text,
  created_at    timestamptz not null,
  seal_salt     uuid        default gen_random_uuid(),
  constraint staff_pkey primary key (id),
  constraint staff_email_key unique (email),
  constraint staff_role_check check ((role = any (array['owner', 'finance', 'support', 'developer', 'compliance', 'read-only']))),
  constraint staff_scope_kind_check check ((scope_kind = any (array['platform', 'merchant', 'partner'])))
);
create index staff_scope_kind_scope_id_id_idx on access.staff (scope_kind, scope_id, id);
grant insert, select, update on table access.staff to florin_app;

create table access.staff_tokens (
  id          bigint      generated always as identity,
  staff_id    bigint      not null,
  name        text        not null,
  fingerprint bytea       not null,
  permissions text[],
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  revoked_at  timestamptz,
  constraint staff_tokens_pkey primary key (id),
  constraint staff_tokens_fingerprint_key unique (fingerprint),
  constraint staff_tokens_staff_id_fkey foreign key (staff_id) references access.staff(id)
);
create index staff_tokens_staff_id_idx on access.staff_tokens (staff_id);
grant insert, select, update on table access.staff_tokens to florin_app;

create table access.token_keys (
  id         bigint      generated always as identity,
  kid        text        not null,
  public_key text        not null,
  sealed     bytea       not null,
  created_at timestamptz not null,
  signs_from timestamptz not null,
  expires_at timestamptz not null,
  constraint token_keys_pkey primary key (id),
  constraint token_keys_kid_key unique (kid)
);
create index token_keys_expires_at_idx on access.token_keys (expires_at);
grant delete, insert, select on table access.token_keys to florin_app;


create schema accounts;
grant usage on schema accounts to florin_app;

create table accounts.accounts (
  id         uuid        not null,
  version    integer     not null default 1,
  holder_id  text        not null collate "C",
  partner_id integer     not null,
  currency   text        not null,
  status     text        not null,
  created_at timestamptz not null,
  closed_at  timestamptz,
  constraint accounts_pkey primary key (id),
  constraint accounts_check check (((status = 'closed') = (closed_at is not null))),
  constraint accounts_status_check check ((status = any (array['active', 'closed']))),
  constraint accounts_holder_id_fkey foreign key (holder_id) references holders.holders(id),
  constraint accounts_partner_id_fkey foreign key (partner_id) references partners.partners(id)
);
create index accounts_holder_id_created_at_idx on accounts.accounts (holder_id, created_at);
create unique index one_open_account on accounts.accounts (holder_id, currency) where (status = 'active');
grant insert, select, update on table accounts.accounts to florin_app;


create schema billing;
grant usage on schema billing to florin_app;

create table billing.periods (
  order_id        bigint      not null,
  period          integer     not null,
  status          text        not null,
  currency        text        not null,
  minor           bigint      not null,
  paid_minor      bigint      not null default 0,
  planned_at      timestamptz not null,
  opened_at       timestamptz not null,
  resolved_at     timestamptz,
  failures        integer     not null default 0,
  first_failed_at timestamptz,
  last_reason     text,
  micro           text        not null default 'none',
  lost            integer     not null default 0,
  constraint periods_pkey primary key (order_id, period),
  constraint periods_check check (((paid_minor >= 0) and (paid_minor <= minor))),
  constraint periods_check1 check (((status = 'paid') = (paid_minor = minor))),
  constraint periods_check2 check (((status = 'open') = (resolved_at is null))),
  constraint periods_micro_check check ((micro = any (array['none', 'due', 'tried']))),
  constraint periods_minor_check check ((minor > 0)),
  constraint periods_period_check check ((period > 0)),
  constraint periods_status_check check ((status = any (array['open', 'paid', 'uncollectible']))),
  constraint periods_order_id_fkey foreign key (order_id) references orders.orders(id)
);
grant insert, select, update on table billing.periods to florin_app;


create schema bins;
grant usage on schema bins to florin_app;

create table bins.loads (
  id          bigint      generated always as identity,
  ranges      bigint,
  begun_at    timestamptz not null,
  complete_at timestamptz,
  constraint loads_pkey primary key (id)
);
grant insert, select, update on table bins.loads to florin_app;

create table bins.ranges (
  load_id bigint not null,
  first6  text   not null,
  low     bigint not null,
  high    bigint not null,
  brand   text,
  type    text,
  level   text,
  country text,
  bank    text,
  constraint ranges_pkey primary key (load_id, first6, low, high),
  constraint ranges_check check ((high >= low)),
  constraint ranges_first6_check check ((first6 ~ '^\d{6}$')),
  constraint ranges_load_id_fkey foreign key (load_id) references bins.loads(id)
);
grant delete, insert, select on table bins.ranges to florin_app;


create schema cards;
grant usage on schema cards to florin_app;

create table cards.card_transitions (
  id          bigint      generated always as identity,
  card_id     uuid        not null,
  from_status text,
  to_status   text        not null,
  action      text        not null,
  actor       text        not null,
  from_where  text        not null,
  reason      text,
  occurred_at timestamptz not null,
  constraint card_transitions_pkey primary key (id),
  constraint card_transitions_card_id_fkey foreign key (card_id) references cards.cards(id)
);
create index card_transitions_card_id_id_idx on cards.card_transitions (card_id, id);
create trigger append_only before delete or update or truncate on cards.card_transitions for each statement execute function florin.refuse_change();
grant insert, select on table cards.card_transitions to florin_app;

create table cards.cards (
  id              uuid        not null,
  version         integer     not null default 1,
  holder_id       text        not null collate "C",
  partner_id      integer     not null,
  account_id      uuid        not null,
  product_id      uuid        not null,
  virtual         boolean     not null,
  currency        text        not null,
  label           text,
  status          text        not null,
  last_four       text        not null,
  expiry          text        not null,
  replaces        uuid,
  reissue_reason  text,
  controls        jsonb       not null default '{}'::jsonb,
  pin_tries       smallint    not null default 0,
  sealed_delivery bytea,
  created_at      timestamptz not null,
  constraint cards_pkey primary key (id),
  constraint cards_check check (((replaces is null) = (reissue_reason is null))),
  constraint cards_check1 check ((virtual = (sealed_delivery is null))),
  constraint cards_expiry_check check ((expiry ~ '^[0-9]{4}$')),
  constraint cards_pin_tries_check check (((pin_tries >= 0) and (pin_tries <= 3))),
  constraint cards_reissue_reason_check check ((reissue_reason = any (array['lost', 'stolen', 'damaged', 'expired', 'compromised']))),
  constraint cards_status_check check ((status = any (array['pending', 'readyToBeActivated', 'active', 'suspended', 'frozen', 'closed']))),
  constraint cards_account_id_fkey foreign key (account_id) references accounts.accounts(id),
  constraint cards_holder_id_fkey foreign key (holder_id) references holders.holders(id),
  constraint cards_partner_id_fkey foreign key (partner_id) references partners.partners(id),
  constraint cards_product_id_fkey foreign key (product_id) references programmes.products(id),
  constraint cards_replaces_fkey foreign key (replaces) references cards.cards(id)
);
create index cards_account_id_idx on cards.cards (account_id) where (status <> 'closed');
create index cards_holder_id_created_at_idx on cards.cards (holder_id, created_at);
create index cards_product_id_created_at_idx on cards.cards (product_id, created_at) where (status = 'pending');
create unique index one_successor on cards.cards (replaces) where (status <> 'closed');
grant insert, select, update on table cards.cards to florin_app;

create table cards.page_tokens (
  hash       bytea       not null,
  card_id    uuid        not null,
  language   text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz,
  constraint page_tokens_pkey primary key (hash),
  constraint page_tokens_card_id_fkey foreign key (card_id) references cards.cards(id)
);
create index page_tokens_expires_at_idx on cards.page_tokens (expires_at);
grant delete, insert, select, update on table cards.page_tokens to florin_app;

create table cards.provisionings (
  id         bigint      generated always as identity,
  card_id    uuid        not null,
  wallet     text        not null,
  nonce      text        not null,
  created_at timestamptz not null,
  constraint provisionings_pkey primary key (id),
  constraint provisioning_nonce_key unique (wallet, nonce),
  constraint provisionings_wallet_check check ((wallet = any (array['apple', 'google']))),
  constraint provisionings_card_id_fkey foreign key (card_id) references cards.cards(id)
);
create index provisionings_card_id_id_idx on cards.provisionings (card_id, id);
grant insert, select on table cards.provisionings to florin_app;


create schema chargebacks;
grant usage on schema chargebacks to florin_app;

create table chargebacks.disputes (
  id             uuid        not null,
  version        integer     not null default 1,
  transaction_id uuid        not null,
  partner_id     integer     not null,
  holder_id      text        not null collate "C",
  account_id     uuid        not null,
  reason         text        not null,
  explanation    text        not null,
  currency       text        not null,
  minor          bigint      not null,
  status         text        not null,
  created_at     timestamptz not null,
  constraint disputes_pkey primary key (id),
  constraint disputes_minor_check check ((minor > 0)),
  constraint disputes_reason_check check ((reason = any (array['fraud', 'notReceived', 'notAsDescribed', 'duplicate', 'wrongAmount', 'cancelledSubscription', 'creditNotProcessed']))),
  constraint disputes_status_check check ((status = any (array['submitted', 'chargedBack', 'won', 'lost', 'cancelled'])))
);
create index disputes_account_id_idx on chargebacks.disputes (account_id) where (status = any (array['submitted', 'chargedBack']));
create index disputes_status_id_idx on chargebacks.disputes (status, id);
create index disputes_transaction_id_id_idx on chargebacks.disputes (transaction_id, id);
create unique index one_open_dispute on chargebacks.disputes (transaction_id) where (status = any (array['submitted', 'chargedBack']));
grant insert, select, update on table chargebacks.disputes to florin_app;

create table chargebacks.transitions (
  id               bigint      generated always as identity,
  dispute_id       uuid        not null,
  from_status      text,
  to_status        text        not null,
  action           text        not null,
  actor            text        not null,
  note             text,
  owed_minor       bigint,
  network_minor    bigint,
  network_currency text,
  markup_minor     bigint,
  occurred_at      timestamptz not null,
  constraint transitions_pkey primary key (id),
  constraint transitions_check check ((((network_minor is null) = (network_currency is null)) and ((network_minor is null) = (markup_minor is null)))),
  constraint transitions_markup_minor_check check ((markup_minor >= 0)),
  constraint transitions_network_minor_check check ((network_minor > 0)),
  constraint transitions_owed_minor_check check ((owed_minor >= 0))
);
create index transitions_dispute_id_id_idx on chargebacks.transitions (dispute_id, id);
create index transitions_occurred_at_idx on chargebacks.transitions (occurred_at);
create trigger append_only before delete or update or truncate on chargebacks.transitions for each statement execute function florin.refuse_change();
grant insert, select on table chargebacks.transitions to florin_app;


create schema checkout;
grant usage on schema checkout to florin_app;

create table checkout.sessions (
  id           bigint      generated always as identity,
  site_id      integer     not null,
  order_id     bigint      not null,
  status       text        not null,
  end_reason   text,
  version      integer     not null default 1,
  options      jsonb       not null,
  created_at   timestamptz not null,
  due_at       timestamptz,
  leased_until timestamptz,
  constraint sessions_pkey primary key (id),
  constraint sessions_order_id_key unique (order_id),
  constraint sessions_status_check check ((status = any (array['open', 'ended'])))
);
create index sessions_due_at_idx on checkout.sessions (due_at) where (due_at is not null);
grant insert, select, update on table checkout.sessions to florin_app;


create schema deposits;
grant usage on schema deposits to florin_app;

create table deposits.addresses (
  id         bigint      generated always as identity,
  key_id     bigint      not null,
  key_index  integer     not null,
  address    text        not null,
  chain_id   bigint      not null,
  asset_id   bigint      not null,
  order_id   text        not null,
  holder_id  text        not null collate "C",
  created_at timestamptz not null,
  constraint addresses_pkey primary key (id),
  constraint addresses_address_key unique (address),
  constraint addresses_key_id_key_index_key unique (key_id, key_index),
  constraint addresses_order_id_key unique (order_id),
  constraint addresses_key_index_check check ((key_index >= 0)),
  constraint addresses_asset_id_fkey foreign key (asset_id) references deposits.assets(id),
  constraint addresses_chain_id_fkey foreign key (chain_id) references deposits.chains(id),
  constraint addresses_holder_id_fkey foreign key (holder_id) references holders.holders(id),
  constraint addresses_key_id_fkey foreign key (key_id) references deposits.keys(id)
);
create trigger append_only before delete or update or truncate on deposits.addresses for each statement execute function florin.refuse_change();
grant insert, select on table deposits.addresses to florin_app;

create table deposits.assets (
  id            bigint        generated always as identity,
  version       integer       not null default 1,
  chain_id      bigint        not null,
  code          text          not null,
  contract      text,
  decimals      integer       not null,
  confirmations integer       not null,
  minimum       numeric(78,0) not null,
  maximum       numeric(78,0) not null,
  active        boolean       not null,
  created_at    timestamptz   not null,
  constraint assets_pkey primary key (id),
  constraint assets_chain_id_code_key unique (chain_id, code),
  constraint assets_chain_id_contract_key unique nulls not distinct (chain_id, contract),
  constraint assets_check check ((maximum >= minimum)),
  constraint assets_confirmations_check check (((confirmations >= 1) and (confirmations <= 100))),
  constraint assets_decimals_check check (((decimals >= 0) and (decimals <= 36))),
  constraint assets_minimum_check check ((minimum > (0)::numeric)),
  constraint assets_chain_id_fkey foreign key (chain_id) references deposits.chains(id)
);
grant insert, select, update on table deposits.assets to florin_app;

create table deposits.chains (
  id         bigint      generated always as identity,
  version    integer     not null default 1,
  name       text        not null,
  evm_id     bigint      not null,
  key_id     bigint      not null,
  active     boolean     not null,
  created_at timestamptz not null,
  constraint chains_pkey primary key (id),
  constraint chains_evm_id_key unique (evm_id),
  constraint chains_name_key unique (name),
  constraint chains_evm_id_check check ((evm_id > 0)),
  constraint chains_key_id_fkey foreign key (key_id) references deposits.keys(id)
);
grant insert, select, update on table deposits.chains to florin_app;

create table deposits.cursors (
  id           bigint      not null,
  version      integer     not null default 1,
  block_number bigint,
  hashes       bytea       not null,
  head_number  bigint,
  read_at      timestamptz,
  trouble      text,
  due_at       timestamptz,
  leased_until timestamptz,
  constraint cursors_pkey primary key (id),
  constraint cursors_id_fkey foreign key (id) references deposits.chains(id)
);
create index cursors_due_at_idx on deposits.cursors (due_at);
create trigger notify_due after insert on deposits.cursors for each statement execute function florin.notify_due();
grant insert, select, update on table deposits.cursors to florin_app;

create table deposits.deposit_transitions (
  id           bigint      generated always as identity,
  deposit_id   uuid        not null,
  from_status  text,
  to_status    text        not null,
  action       text        not null,
  block_number bigint      not null,
  block_hash   text        not null,
  occurred_at  timestamptz not null,
  constraint deposit_transitions_pkey primary key (id),
  constraint deposit_transitions_deposit_id_fkey foreign key (deposit_id) references deposits.deposits(id)
);
create index deposit_transitions_deposit_id_id_idx on deposits.deposit_transitions (deposit_id, id);
create trigger append_only before delete or update or truncate on deposits.deposit_transitions for each statement execute function florin.refuse_change();
grant insert, select on table deposits.deposit_transitions to florin_app;

create table deposits.deposits (
  id               uuid          not null,
  version          integer       not null default 1,
  chain_id         bigint        not null,
  transaction_hash text          not null,
  "position"       integer       not null,
  address_id       bigint        not null,
  asset_id         bigint,
  contract         text,
  sender           text          not null,
  quantity         numeric(78,0) not null,
  status           text          not null,
  block_number     bigint        not null,
  block_hash       text          not null,
  confirmations    integer       not null,
  needed           integer       not null,
  created_at       timestamptz   not null,
  constraint deposits_pkey primary key (id),
  constraint one_deposit unique (chain_id, transaction_hash, "position"),
  constraint deposits_confirmations_check check ((confirmations >= 0)),
  constraint deposits_needed_check check ((needed > 0)),
  constraint deposits_position_check check (("position" >= '-1'::integer)),
  constraint deposits_quantity_check check ((quantity > (0)::numeric)),
  constraint deposits_status_check check ((status = any (array['seen', 'confirmed', 'orphaned', 'final']))),
  constraint deposits_address_id_fkey foreign key (address_id) references deposits.addresses(id),
  constraint deposits_asset_id_fkey foreign key (asset_id) references deposits.assets(id),
  constraint deposits_chain_id_fkey foreign key (chain_id) references deposits.chains(id)
);
create index deposits_address_id_idx on deposits.deposits (address_id);
create index deposits_chain_id_block_number_idx on deposits.deposits (chain_id, block_number);
create index deposits_chain_id_block_number_idx1 on deposits.deposits (chain_id, block_number) where (status = any (array['seen', 'confirmed']));
grant insert, select, update on table deposits.deposits to florin_app;

create table deposits.keys (
  id         bigint      generated always as identity,
  version    integer     not null default 1,
  xpub       text        not null,
  next_index integer     not null default 0,
  created_at timestamptz not null,
  constraint keys_pkey primary key (id),
  constraint keys_xpub_key unique (xpub),
  constraint keys_next_index_check check ((next_index >= 0))
);
grant insert, select, update on table deposits.keys to florin_app;


create schema directory;
grant usage on schema directory to florin_app;

create or replace function directory.notify_change()
 returns trigger
 language plpgsql
as $function$
begin
  perform pg_notify('directory', '');
  return null;
end $function$;

create table directory.audit (
  id           bigint      generated always as identity,
  actor        text        not null,
  action       text        not null,
  owner_kind   text        not null collate "C",
  owner_id     text        not null collate "C",
  subject_type text        not null,
  subject_id   text        collate "C",
  before       jsonb,
  after        jsonb,
  from_where   text        not null,
  occurred_at  timestamptz not null,
  reason       text,
  constraint audit_pkey primary key (id, occurred_at)
);
create index audit_owner_kind_owner_id_id_idx on directory.audit (owner_kind, owner_id, id);
create index audit_subject_type_subject_id_id_idx on directory.audit (subject_type, subject_id, id);
create trigger append_only before delete or update or truncate on directory.audit for each statement execute function florin.refuse_change();
grant insert, select on table directory.audit to florin_app;

create table directory.key_proofs (
  purpose text        not null collate "C",
  version smallint    not null,
  proof   bytea       not null,
  made_at timestamptz not null,
  constraint key_proofs_pkey primary key (purpose, version),
  constraint key_proofs_version_check check (((version >= 0) and (version <= 255)))
);
create trigger append_only before delete or update or truncate on directory.key_proofs for each statement execute function florin.refuse_change();
grant insert, select on table directory.key_proofs to florin_app;

create table directory.merchant_details (
  id                  bigint  not null,
  version             integer not null default 1,
  status              text    not null,
  name                text    not null,
  legal_name          text,
  registration_number text,
  tax_number          text,
  address             text,
  country             text,
  email               text,
  constraint merchant_details_pkey primary key (id),
  constraint merchant_details_country_check check ((country ~ '^[A-Z]{2}$')),
  constraint merchant_details_status_check check ((status = any (array['active', 'closing', 'closed'])))
);
create trigger notify_change after insert or delete or update on directory.merchant_details for each statement execute function directory.notify_change();
grant insert, select, update on table directory.merchant_details to florin_app;

create table directory.merchants (
  id         integer     generated always as identity (start with 101),
  name       text        not null,
  created_at timestamptz not null,
  constraint merchants_pkey primary key (id)
);
create trigger notify_change after insert or delete or update on directory.merchants for each statement execute function directory.notify_change();
grant insert, select, update on table directory.merchants to florin_app;

create table directory.site_keys (
  id          bigint      generated always as identity,
  site_id     integer     not null,
  sealed      bytea       not null,
  fingerprint bytea       not null,
  created_at  timestamptz not null,
  expires_at  timestamptz,
  used_at     timestamptz,
  constraint site_keys_pkey primary key (id),
  constraint site_keys_fingerprint_key unique (fingerprint),
  constraint site_keys_site_id_fkey foreign key (site_id) references directory.sites(id)
);
create index site_keys_site_id_idx on directory.site_keys (site_id);
create trigger notify_change after insert or delete or update on directory.site_keys for each statement execute function directory.notify_change();
grant insert, select, update on table directory.site_keys to florin_app;

create table directory.sites (
  id                     integer     generated by default as identity (start with 10001),
  merchant_id            integer     not null,
  version                integer     not null default 1,
  name                   text        not null,
  live                   boolean     not null,
  active                 boolean     not null default true,
  currencies             text[]      not null,
  time_zone              text        not null,
  created_at             timestamptz not null,
  notification_url       text,
  back_url               text,
  cut_off                time        not null default '00:00:00'::time,
  fee_basis_points       integer     not null default 140,
  fee_fixed_minor        bigint      not null default 25,
  attempts_max           integer     not null default 3,
  retry_schedule         text        not null default 'P1D,P3D,P7D',
  payouts_allowed        boolean     not null default false,
  payout_max_minor       bigint      not null default 100000,
  logo                   text,
  theme_color            text,
  frame_ancestors        text[]      not null default '{}'::text[],
  receipts               boolean     not null default true,
  reminders              boolean     not null default true,
  sender_name            text,
  reply_to               text,
  language               text        not null default 'en',
  under_attack           boolean     not null default false,
  accepts_splits_from    integer[]   not null default '{}'::integer[],
  notify_partial_refunds boolean     not null default true,
  notify_representments  boolean     not null default false,
  notify_attempts        boolean     not null default false,
  merchant_category      text        not null default '5999',
  country                text,
  invoicing              jsonb,
  session_minutes        integer     not null default 30,
  challenge_minutes      integer     not null default 15,
  authorization_days     integer     not null default 7,
  constraint sites_pkey primary key (id),
  constraint sites_attempts_max_check check (((attempts_max >= 1) and (attempts_max <= 20))),
  constraint sites_authorization_days_check check (((authorization_days >= 1) and (authorization_days <= 30))),
  constraint sites_challenge_minutes_check check (((challenge_minutes >= 5) and (challenge_minutes <= 60))),
  constraint sites_country_check check ((country ~ '^[A-Z]{2}$')),
  constraint sites_fee_basis_points_check check (((fee_basis_points >= 0) and (fee_basis_points <= 10000))),
  constraint sites_fee_fixed_minor_check check ((fee_fixed_minor >= 0)),
  constraint sites_merchant_category_check check ((merchant_category ~ '^[0-9]{4}$')),
  constraint sites_payout_max_minor_check check ((payout_max_minor > 0)),
  constraint sites_session_minutes_check check (((session_minutes >= 5) and (session_minutes <= 1440))),
  constraint sites_theme_color_check check ((theme_color ~ '^#[0-9a-f]{6}$')),
  constraint sites_merchant_id_fkey foreign key (merchant_id) references directory.merchants(id)
);
create index sites_merchant_id_idx on directory.sites (merchant_id);
create trigger notify_change after insert or delete or update on directory.sites for each statement execute function directory.notify_change();
grant insert, select, update on table directory.sites to florin_app;
grant usage on sequence directory.sites_id_seq to florin_app;


create schema disputes;
grant usage on schema disputes to florin_app;

create table disputes.case_transitions (
  id          bigint      generated always as identity,
  case_id     bigint      not null,
  from_status text,
  to_status   text        not null,
  action      text        not null,
  actor       text        not null,
  note        text,
  occurred_at timestamptz not null,
  constraint case_transitions_pkey primary key (id),
  constraint case_transitions_case_id_fkey foreign key (case_id) references disputes.cases(id)
);
create index case_transitions_case_id_id_idx on disputes.case_transitions (case_id, id);
create trigger append_only before delete or update or truncate on disputes.case_transitions for each statement execute function florin.refuse_change();
grant insert, select on table disputes.case_transitions to florin_app;

create table disputes.cases (
  id                bigint      not null,
  version           integer     not null default 1,
  payment_id        bigint      not null,
  site_id           integer     not null,
  merchant_id       integer     not null,
  connector         text        not null,
  dispute           text        not null,
  authorization_key text        not null,
  reason            text        not null,
  currency          text        not null,
  minor             bigint      not null,
  status            text        not null,
  opened_at         timestamptz not null,
  respond_by        timestamptz,
  evidence          bytea,
  evidence_digest   bytea,
  request_key       text,
  reminded_at       timestamptz,
  due_at            timestamptz,
  due_tries         integer     not null default 0,
  leased_until      timestamptz,
  constraint cases_pkey primary key (id),
  constraint cases_request_key_key unique (request_key),
  constraint cases_check check (((evidence is null) = (evidence_digest is null))),
  constraint cases_minor_check check ((minor > 0)),
  constraint cases_status_check check ((status = any (array['opened', 'needsResponse', 'submitting', 'accepting', 'responded', 'accepted', 'expired', 'won', 'lost']))),
  constraint cases_id_fkey foreign key (id) references payments.payments(id),
  constraint cases_payment_id_fkey foreign key (payment_id) references payments.payments(id)
);
create index cases_due_at_idx on disputes.cases (due_at) where (due_at is not null);
create index cases_payment_id_idx on disputes.cases (payment_id);
create index cases_site_id_id_idx on disputes.cases (site_id, id);
create index cases_status_id_idx on disputes.cases (status, id);
create index evidence_kept on disputes.cases (opened_at) where (evidence is not null);
grant insert, select, update on table disputes.cases to florin_app;

create table disputes.cursors (
  id           bigint      generated always as identity,
  connector    text        not null,
  read_up_to   text,
  version      integer     not null default 1,
  due_at       timestamptz,
  leased_until timestamptz,
  constraint cursors_pkey primary key (id),
  constraint cursors_connector_key unique (connector)
);
grant insert, select, update on table disputes.cursors to florin_app;

create table disputes.document_pieces (
  document_id uuid    not null,
  number      integer not null,
  sealed      bytea   not null,
  constraint document_pieces_pkey primary key (document_id, number),
  constraint document_pieces_document_id_fkey foreign key (document_id) references disputes.documents(id)
);
grant delete, insert, select on table disputes.document_pieces to florin_app;

create table disputes.documents (
  id         uuid        not null,
  case_id    bigint      not null,
  kind       text        not null,
  status     text        not null,
  media_type text        not null,
  bytes      integer     not null,
  chunks     integer     not null,
  digest     bytea       not null,
  data_key   bytea,
  created_at timestamptz not null,
  removed_at timestamptz,
  constraint documents_pkey primary key (id),
  constraint documents_bytes_check check ((bytes > 0)),
  constraint documents_check check (((status = 'removed') = (data_key is null))),
  constraint documents_check1 check (((status = 'removed') = (removed_at is not null))),
  constraint documents_chunks_check check ((chunks > 0)),
  constraint documents_media_type_check check ((media_type = any (array['image/jpeg', 'image/png', 'application/pdf']))),
  constraint documents_status_check check ((status = any (array['stored', 'removed']))),
  constraint documents_case_id_fkey foreign key (case_id) references disputes.cases(id)
);
create index documents_case_id_idx on disputes.documents (case_id);
create index files_kept on disputes.documents (case_id) where (status = 'stored');
grant insert, select, update on table disputes.documents to florin_app;

create table disputes.events (
  id                bigint      generated always as identity,
  connector         text        not null,
  event_id          text        not null,
  dispute           text        not null,
  authorization_key text        not null,
  kind              text        not null,
  currency          text        not null,
  minor             bigint      not null,
  reason            text        not null,
  happened_at       timestamptz not null,
  received_at       timestamptz not null,
  payment_id        bigint,
  done_at           timestamptz,
  trouble           text,
  seen_at           timestamptz,
  due_at            timestamptz,
  leased_until      timestamptz,
  respond_by        timestamptz,
  constraint events_pkey primary key (id),
  constraint events_connector_event_id_key unique (connector, event_id),
  constraint events_check check (((done_at is null) or (due_at is null))),
  constraint events_check1 check (((done_at is not null) or (due_at is not null) or (trouble is not null))),
  constraint events_kind_check check ((kind = any (array['opened', 'won', 'lost']))),
  constraint events_minor_check check ((minor > 0)),
  constraint events_payment_id_fkey foreign key (payment_id) references payments.payments(id)
);
create index events_authorization_key_id_idx on disputes.events (authorization_key, id);
create index events_due_at_idx on disputes.events (due_at) where (due_at is not null);
create index events_id_idx on disputes.events (id) where ((trouble is not null) and (seen_at is null));
grant insert, select, update on table disputes.events to florin_app;


create schema documents;
grant usage on schema documents to florin_app;

create table documents.chunks (
  document_id uuid    not null,
  number      integer not null,
  sealed      bytea   not null,
  constraint chunks_pkey primary key (document_id, number),
  constraint chunks_document_id_fkey foreign key (document_id) references documents.documents(id)
);
grant delete, insert, select on table documents.chunks to florin_app;

create table documents.documents (
  id              uuid        not null,
  verification_id uuid        not null,
  holder_id       text        not null collate "C",
  place           text        not null,
  status          text        not null,
  media_type      text,
  bytes           integer,
  chunks          integer,
  digest          bytea,
  data_key        bytea,
  created_at      timestamptz not null,
  stored_at       timestamptz,
  removed_at      timestamptz,
  constraint documents_pkey primary key (id),
  constraint documents_bytes_check check ((bytes > 0)),
  constraint documents_check check (((status = 'removed') = (data_key is null))),
  constraint documents_check1 check (((status <> 'stored') or ((media_type is not null) and (bytes is not null) and (chunks is not null) and (digest is not null)))),
  constraint documents_chunks_check check ((chunks > 0)),
  constraint documents_media_type_check check ((media_type = any (array['image/jpeg', 'image/png', 'application/pdf']))),
  constraint documents_place_check check ((place = any (array['front', 'back', 'selfie', 'page-1', 'page-2', 'page-3']))),
  constraint documents_status_check check ((status = any (array['receiving', 'stored', 'removed']))),
  constraint documents_holder_id_fkey foreign key (holder_id) references holders.holders(id),
  constraint documents_verification_id_fkey foreign key (verification_id) references documents.verifications(id)
);
create index documents_holder_id_idx on documents.documents (holder_id);
create index documents_verification_id_idx on documents.documents (verification_id);
create unique index one_document_received on documents.documents (verification_id) where (status = 'receiving');
grant insert, select, update on table documents.documents to florin_app;

create table documents.verification_transitions (
  id              bigint      generated always as identity,
  verification_id uuid        not null,
  from_status     text,
  to_status       text        not null,
  action          text        not null,
  actor           text        not null,
  from_where      text        not null,
  occurred_at     timestamptz not null,
  constraint verification_transitions_pkey primary key (id),
  constraint verification_transitions_verification_id_fkey foreign key (verification_id) references documents.verifications(id)
);
create index verification_transitions_verification_id_id_idx on documents.verification_transitions (verification_id, id);
create trigger append_only before delete or update or truncate on documents.verification_transitions for each statement execute function florin.refuse_change();
grant insert, select on table documents.verification_transitions to florin_app;

create table documents.verifications (
  id             uuid        not null,
  version        integer     not null default 1,
  holder_id      text        not null collate "C",
  partner_id     integer     not null,
  kind           text        not null,
  status         text        not null,
  token_hash     bytea       not null,
  language       text,
  answers        bytea,
  answers_digest bytea,
  created_at     timestamptz not null,
  expires_at     timestamptz not null,
  handed_in_at   timestamptz,
  due_at         timestamptz,
  leased_until   timestamptz,
  constraint verifications_pkey primary key (id),
  constraint verification_token_key unique (token_hash),
  constraint verifications_check check (((status <> 'deleted') or (answers is null))),
  constraint verifications_check1 check (((status <> all (array['open', 'replaced'])) or (due_at is not null))),
  constraint verifications_kind_check check ((kind = any (array['id', 'poa']))),
  constraint verifications_status_check check ((status = any (array['open', 'handed_in', 'replaced', 'deleted']))),
  constraint verifications_holder_id_fkey foreign key (holder_id) references holders.holders(id),
  constraint verifications_partner_id_fkey foreign key (partner_id) references partners.partners(id)
);
create unique index one_open_verification on documents.verifications (holder_id, kind) where (status = 'open');
create index verifications_due_at_idx on documents.verifications (due_at) where (due_at is not null);
create index verifications_holder_id_created_at_idx on documents.verifications (holder_id, created_at);
grant insert, select, update on table documents.verifications to florin_app;


create schema emails;
grant usage on schema emails to florin_app;

create table emails.emails (
  id            bigint      generated always as identity,
  site_id       integer     not null,
  order_id      bigint      not null,
  kind          text        not null,
  fact          text        not null,
  recipient     text        not null,
  key           uuid        not null,
  address       text,
  content       jsonb,
  status        text        not null,
  version       integer     not null default 1,
  attempts      integer     not null default 0,
  tries_left    integer     not null,
  last_response text,
  created_at    timestamptz not null,
  sent_at       timestamptz,
  due_at        timestamptz,
  leased_until  timestamptz,
  constraint emails_pkey primary key (id),
  constraint emails_order_id_fact_recipient_key unique (order_id, fact, recipient),
  constraint emails_check check (((status = 'waiting') = (due_at is not null))),
  constraint emails_check1 check (((status = 'sent') = (sent_at is not null))),
  constraint emails_check2 check (((address is null) = (content is null))),
  constraint emails_check3 check (((status <> 'waiting') or (address is not null))),
  constraint emails_recipient_check check ((recipient = any (array['shopper', 'invoice']))),
  constraint emails_status_check check ((status = any (array['waiting', 'sent', 'parked']))),
  constraint emails_tries_left_check check ((tries_left >= 0))
);
create index emails_created_at_idx on emails.emails using brin (created_at) with (autosummarize='on');
create index emails_due_at_idx on emails.emails (due_at) where (due_at is not null);
create index emails_site_id_id_idx on emails.emails (site_id, id) where (status = 'parked');
create trigger notify_due after insert on emails.emails for each statement execute function florin.notify_due();
grant insert, select, update on table emails.emails to florin_app;


create schema fee_invoices;
grant usage on schema fee_invoices to florin_app;

create table fee_invoices.billing_details (
  id               bigint  not null,
  version          integer not null default 1,
  legal_name       text    not null,
  address          text    not null,
  country          text    not null,
  vat_id           text,
  vat_basis_points integer not null,
  note             text,
  constraint billing_details_pkey primary key (id),
  constraint billing_details_check check (((vat_basis_points > 0) or (note is not null))),
  constraint billing_details_vat_basis_points_check check (((vat_basis_points >= 0) and (vat_basis_points <= 5000)))
);
grant insert, select, update on table fee_invoices.billing_details to florin_app;

create table fee_invoices.invoices (
  id               bigint      generated always as identity (start with 1001),
  number           text        not null,
  year             integer     not null,
  sequence         integer     not null,
  merchant_id      integer     not null,
  currency         text        not null,
  month            text        not null,
  attempt          integer     not null,
  credits_id       bigint,
  period_from      timestamptz not null,
  period_until     timestamptz not null,
  seller           jsonb       not null,
  buyer            jsonb       not null,
  minor            bigint      not null,
  vat_basis_points integer     not null,
  vat_minor        bigint      not null,
  note             text,
  issued_by        text        not null,
  issued_at        timestamptz not null,
  constraint invoices_pkey primary key (id),
  constraint invoices_credits_id_key unique (credits_id),
  constraint invoices_number_key unique (number),
  constraint invoices_year_sequence_key unique (year, sequence),
  constraint invoices_attempt_check check ((attempt > 0)),
  constraint invoices_check check ((period_from < period_until)),
  constraint invoices_month_check check ((month ~ '^\d{4}-\d{2}$')),
  constraint invoices_credits_id_fkey foreign key (credits_id) references fee_invoices.invoices(id)
);
create unique index invoiced_once on fee_invoices.invoices (merchant_id, currency, month, attempt) where (credits_id is null);
create index invoices_merchant_id_id_idx on fee_invoices.invoices (merchant_id, id);
create trigger append_only before delete or update or truncate on fee_invoices.invoices for each statement execute function florin.refuse_change();
grant insert, select on table fee_invoices.invoices to florin_app;

create table fee_invoices.lines (
  id           bigint  generated always as identity,
  invoice_id   bigint  not null,
  site_id      integer not null,
  kind         text    not null,
  basis_points integer,
  payments     integer not null,
  base_minor   bigint  not null,
  minor        bigint  not null,
  constraint lines_pkey primary key (id),
  constraint lines_check check (((kind = 'percentage') = (basis_points is not null))),
  constraint lines_kind_check check ((kind = any (array['percentage', 'fixed', 'returned']))),
  constraint lines_payments_check check ((payments > 0)),
  constraint lines_invoice_id_fkey foreign key (invoice_id) references fee_invoices.invoices(id)
);
create index lines_invoice_id_id_idx on fee_invoices.lines (invoice_id, id);
create trigger append_only before delete or update or truncate on fee_invoices.lines for each statement execute function florin.refuse_change();
grant insert, select on table fee_invoices.lines to florin_app;

create table fee_invoices.months (
  id      bigint      generated always as identity,
  month   text        not null,
  made_at timestamptz not null,
  constraint months_pkey primary key (id),
  constraint months_month_key unique (month)
);
create trigger append_only before delete or update or truncate on fee_invoices.months for each statement execute function florin.refuse_change();
grant insert, select on table fee_invoices.months to florin_app;

create table fee_invoices.series (
  year        integer not null,
  last_number integer not null,
  constraint series_pkey primary key (year),
  constraint series_last_number_check check ((last_number > 0))
);
grant insert, select, update on table fee_invoices.series to florin_app;


create schema florin;
grant usage on schema florin to florin_app;
grant usage on schema florin to florin_issuer;
grant usage on schema florin to florin_vault;

create or replace function florin.expect(write integer, what text, actual bigint, expected bigint)
 returns boolean
 language plpgsql
as $function$
begin
  if actual <> expected then
    raise exception 'stale write: % of % rows of %', actual, expected, what using errcode = 'FL001', detail = write;
  end if;
  return true;
end $function$;

create or replace function florin.next_id(what text)
 returns bigint
 language sql
 security definer
 set search_path to 'pg_catalog', 'pg_temp'
as $function$ select nextval(pg_get_serial_sequence(what, 'id')) $function$;

create or replace function florin.next_ids(what text, many integer)
 returns bigint[]
 language plpgsql
 security definer
 set search_path to 'pg_catalog', 'pg_temp'
as $function$
declare
  sequence constant regclass := pg_get_serial_sequence(what, 'id');
begin
  return (select array_agg(nextval(sequence)) from generate_series(1, many));
end $function$;

create or replace function florin.notify_clock()
 returns trigger
 language plpgsql
as $function$
begin
  perform pg_notify('clock', json_build_object('version', new.version, 'offsetMs', new.offset_ms,
    'pausedAt', new.paused_at, 'runBy', new.run_by, 'runUntil', new.run_until)::text);
  perform pg_notify('due', ''); -- for the workers of every table
  return null;
end $function$;

create or replace function florin.notify_due()
 returns trigger
 language plpgsql
as $function$
declare
  due_table text := tg_table_schema || '.' || tg_table_name;
begin
  if pg_try_advisory_xact_lock(hashtext('notify_due ' || due_table)) then
    perform pg_notify('due', due_table);
  end if;
  return null;
end $function$;

create or replace function florin.refuse_change()
 returns trigger
 language plpgsql
as $function$
begin
  raise exception '% is append-only; correct a mistake by adding to it', tg_table_schema || '.' || tg_table_name;
end $function$;

grant execute on function florin.next_id(text) to florin_app;
grant execute on function florin.next_ids(text,integer) to florin_app;

create table florin.clock (
  id          boolean     not null default true,
  offset_ms   bigint      not null default 0,
  paused_at   timestamptz,
  version     bigint      not null default 0,
  run_by      uuid,
  run_until   timestamptz,
  furthest_at timestamptz,
  constraint clock_pkey primary key (id),
  constraint clock_check check (((run_by is null) = (run_until is null))),
  constraint clock_id_check check (id)
);
create trigger notify after update on florin.clock for each row execute function florin.notify_clock();
grant select, update on table florin.clock to florin_app;

create table florin.idempotency_keys (
  owner_kind   text        not null collate "C",
  owner_id     text        not null collate "C",
  scope        text        not null,
  key          text        not null,
  request_hash bytea       not null,
  subject_id   text        not null,
  answer       jsonb,
  begun_at     timestamptz not null,
  id           bigint      generated always as identity,
  salt         uuid        not null default gen_random_uuid(),
  constraint idempotency_keys_pkey primary key (owner_kind, owner_id, scope, key)
) with (fillfactor=60);
create index idempotency_keys_begun_at_idx on florin.idempotency_keys (begun_at);
create unique index idempotency_keys_id_idx on florin.idempotency_keys (id);
grant delete, insert, select, update on table florin.idempotency_keys to florin_app;

create table florin.list_checkpoints (
  list       text        not null,
  owner_kind text        not null collate "C",
  owner_id   text        not null collate "C",
  nth        bigint      not null,
  id         bigint      not null,
  first_at   timestamptz not null,
  last_at    timestamptz not null,
  counts     jsonb       not null default '{}'::jsonb,
  constraint list_checkpoints_pkey primary key (list, owner_kind, owner_id, nth)
);
create index list_checkpoints_list_owner_kind_owner_id_id_idx on florin.list_checkpoints (list, owner_kind, owner_id, id);
grant insert, select on table florin.list_checkpoints to florin_app;

create unlogged table florin.rate_limits (
  name    text        not null,
  key     text        not null,
  full_at timestamptz not null,
  constraint rate_limits_pkey primary key (name, key)
);
create index rate_limits_full_at_idx on florin.rate_limits (full_at);
grant delete, insert, select, update on table florin.rate_limits to florin_app;

create table florin.scheduled_tasks (
  id           bigint      generated always as identity,
  name         text        not null,
  due_at       timestamptz,
  leased_until timestamptz,
  constraint scheduled_tasks_pkey primary key (id),
  constraint scheduled_tasks_name_key unique (name)
);
grant insert, select, update on table florin.scheduled_tasks to florin_app;


create schema holders;
grant usage on schema holders to florin_app;

create table holders.emails (
  id            bigint      generated always as identity,
  partner_id    integer     not null,
  kind          text        not null,
  key           uuid        not null,
  sealed        bytea,
  status        text        not null,
  version       integer     not null default 1,
  attempts      integer     not null default 0,
  tries_left    integer     not null,
  last_response text,
  created_at    timestamptz not null,
  sent_at       timestamptz,
  due_at        timestamptz,
  leased_until  timestamptz,
  constraint emails_pkey primary key (id),
  constraint emails_check check (((status = 'waiting') = (due_at is not null))),
  constraint emails_check1 check (((status = 'sent') = (sent_at is not null))),
  constraint emails_check2 check (((status <> 'waiting') or (sealed is not null))),
  constraint emails_kind_check check ((kind = any (array['registration-code', 'already-registered', 'login-code', 'password-code', 'no-password', 'password-changed']))),
  constraint emails_status_check check ((status = any (array['waiting', 'sent', 'parked']))),
  constraint emails_tries_left_check check ((tries_left >= 0)),
  constraint emails_partner_id_fkey foreign key (partner_id) references partners.partners(id)
);
create index emails_created_at_idx on holders.emails (created_at);
create index emails_due_at_idx on holders.emails (due_at) where (due_at is not null);
create trigger notify_due after insert on holders.emails for each statement execute function florin.notify_due();
grant delete, insert, select, update on table holders.emails to florin_app;

create table holders.holders (
  id             text        not null collate "C",
  version        integer     not null default 1,
  partner_id     integer     not null,
  status         text        not null default 'active',
  email          text,
  email_verified boolean     not null,
  password_hash  text,
  second_factor  boolean     not null default false,
  created_at     timestamptz not null,
  seal_salt      uuid        default gen_random_uuid(),
  language       text        not null default 'en',
  constraint holders_pkey primary key (id),
  constraint holders_status_check check ((status = any (array['active', 'closed']))),
  constraint holders_partner_id_fkey foreign key (partner_id) references partners.partners(id)
);
create unique index holder_email_key on holders.holders (partner_id, lower(email));
grant insert, select, update on table holders.holders to florin_app;

create table holders.password_resets (
  partner_id integer     not null,
  email      text        not null,
  id         uuid        not null,
  version    integer     not null,
  holder_id  text        collate "C",
  code       bytea       not null,
  tries_left integer     not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz,
  constraint password_resets_pkey primary key (partner_id, email),
  constraint password_resets_id_key unique (id),
  constraint password_resets_tries_left_check check ((tries_left >= 0)),
  constraint password_resets_holder_id_fkey foreign key (holder_id) references holders.holders(id),
  constraint password_resets_partner_id_fkey foreign key (partner_id) references partners.partners(id)
);
create index password_resets_expires_at_idx on holders.password_resets (expires_at);
grant delete, insert, select, update on table holders.password_resets to florin_app;

create table holders.pending_logins (
  id              uuid        not null,
  version         integer     not null default 1,
  token_hash      bytea       not null,
  holder_id       text        not null collate "C",
  partner_id      integer     not null,
  code            bytea,
  code_expires_at timestamptz,
  codes_sent      integer     not null default 0,
  tries_left      integer     not null default 0,
  created_at      timestamptz not null,
  expires_at      timestamptz not null,
  used_at         timestamptz,
  constraint pending_logins_pkey primary key (id),
  constraint pending_logins_token_hash_key unique (token_hash),
  constraint pending_logins_check check (((code is null) = (code_expires_at is null))),
  constraint pending_logins_tries_left_check check ((tries_left >= 0)),
  constraint pending_logins_holder_id_fkey foreign key (holder_id) references holders.holders(id),
  constraint pending_logins_partner_id_fkey foreign key (partner_id) references partners.partners(id)
);
create index pending_logins_expires_at_idx on holders.pending_logins (expires_at);
create index pending_logins_holder_id_idx on holders.pending_logins (holder_id);
grant delete, insert, select, update on table holders.pending_logins to florin_app;

create table holders.refresh_tokens (
  hash       bytea       not null,
  session_id uuid        not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz,
  successor  bytea,
  constraint refresh_tokens_pkey primary key (hash),
  constraint refresh_tokens_session_id_fkey foreign key (session_id) references holders.sessions(id)
);
create index refresh_tokens_expires_at_idx on holders.refresh_tokens (expires_at);
create index refresh_tokens_session_id_idx on holders.refresh_tokens (session_id);
grant delete, insert, select, update on table holders.refresh_tokens to florin_app;

create table holders.registrations (
  id                       uuid        not null,
  version                  integer     not null default 1,
  partner_id               integer     not null,
  email                    text        not null,
  language                 text        not null,
  password_hash            text,
  second_factor            boolean     not null,
  wallet_chain             text,
  wallet_address           text,
  wallet_contract_chain_id bigint,
  code                     bytea       not null,
  tries_left               integer     not null,
  created_at               timestamptz not null,
  expires_at               timestamptz not null,
  used_at                  timestamptz,
  constraint registrations_pkey primary key (id),
  constraint registrations_check check (((password_hash is null) = (wallet_address is not null))),
  constraint registrations_check1 check (((wallet_chain is null) = (wallet_address is null))),
  constraint registrations_tries_left_check check ((tries_left >= 0)),
  constraint registrations_wallet_chain_check check ((wallet_chain = any (array['evm', 'multiversx']))),
  constraint registrations_partner_id_fkey foreign key (partner_id) references partners.partners(id)
);
create index registrations_expires_at_idx on holders.registrations (expires_at);
grant delete, insert, select, update on table holders.registrations to florin_app;

create table holders.sessions (
  id         uuid        not null,
  version    integer     not null default 1,
  holder_id  text        not null collate "C",
  method     text        not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at   timestamptz,
  end_reason text,
  constraint sessions_pkey primary key (id),
  constraint sessions_check check (((ended_at is null) = (end_reason is null))),
  constraint sessions_end_reason_check check ((end_reason = any (array['logged_out', 'token_reused', 'password_changed', 'revoked', 'closed']))),
  constraint sessions_method_check check ((method = any (array['partner', 'email', 'wallet']))),
  constraint sessions_holder_id_fkey foreign key (holder_id) references holders.holders(id)
);
create index sessions_holder_id_created_at_idx on holders.sessions (holder_id, created_at);
grant insert, select, update on table holders.sessions to florin_app;

create table holders.wallet_challenges (
  id         uuid        not null,
  partner_id integer     not null,
  purpose    text        not null,
  chain      text        not null,
  address    text        not null,
  chain_id   bigint,
  message    text        not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  spent_at   timestamptz,
  constraint wallet_challenges_pkey primary key (id),
  constraint wallet_challenges_chain_check check ((chain = any (array['evm', 'multiversx']))),
  constraint wallet_challenges_purpose_check check ((purpose = any (array['register', 'login']))),
  constraint wallet_challenges_partner_id_fkey foreign key (partner_id) references partners.partners(id)
);
create index wallet_challenges_expires_at_idx on holders.wallet_challenges (expires_at);
grant delete, insert, select, update on table holders.wallet_challenges to florin_app;

create table holders.wallets (
  id                bigint      generated always as identity,
  holder_id         text        not null collate "C",
  partner_id        integer     not null,
  chain             text        not null,
  address           text        not null,
  verified          boolean     not null,
  created_at        timestamptz not null,
  contract_chain_id bigint,
  constraint wallets_pkey primary key (id),
  constraint wallet_address_key unique (partner_id, chain, address),
  constraint wallets_chain_check check ((chain = any (array['evm', 'multiversx']))),
  constraint wallets_holder_id_fkey foreign key (holder_id) references holders.holders(id)
);
create index wallets_holder_id_idx on holders.wallets (holder_id);
grant insert, select, update on table holders.wallets to florin_app;


create schema invoices;
grant usage on schema invoices to florin_app;

create table invoices.documents (
  id             bigint      generated by default as identity (start with 1001),
  request_id     bigint      not null,
  kind           text        not null,
  site_id        integer     not null,
  prefix         text        not null,
  number         integer     not null,
  order_id       bigint      not null,
  shopper_id     bigint      not null,
  payment_id     bigint      not null,
  transaction_id bigint      not null,
  invoice_id     bigint,
  nth            integer,
  currency       text        not null,
  minor          bigint      not null,
  vat_minor      bigint      not null,
  language       text        not null,
  content        jsonb       not null,
  buyer          jsonb       not null,
  issued_at      timestamptz not null,
  constraint documents_pkey primary key (id),
  constraint credited_in_turn unique (invoice_id, nth),
  constraint documents_request_id_invoice_id_key unique nulls not distinct (request_id, invoice_id),
  constraint number_once unique (site_id, kind, prefix, number),
  constraint documents_check check (((kind = 'creditNote') = (invoice_id is not null))),
  constraint documents_check1 check (((nth is null) = (invoice_id is null))),
  constraint documents_kind_check check ((kind = any (array['invoice', 'creditNote']))),
  constraint documents_minor_check check ((minor > 0)),
  constraint documents_number_check check ((number > 0)),
  constraint documents_invoice_id_fkey foreign key (invoice_id) references invoices.documents(id),
  constraint documents_request_id_fkey foreign key (request_id) references invoices.requests(id)
);
create index documents_order_id_id_idx on invoices.documents (order_id, id);
create index documents_payment_id_id_idx on invoices.documents (payment_id, id);
create index documents_site_id_id_idx on invoices.documents (site_id, id);
create trigger append_only before delete or update or truncate on invoices.documents for each statement execute function florin.refuse_change();
grant insert, select on table invoices.documents to florin_app;
grant usage on sequence invoices.documents_id_seq to florin_app;

create table invoices.requests (
  id             bigint      generated always as identity,
  kind           text        not null,
  site_id        integer     not null,
  order_id       bigint      not null,
  payment_id     bigint      not null,
  transaction_id bigint      not null,
  made_at        timestamptz not null,
  due_at         timestamptz,
  leased_until   timestamptz,
  tries          integer     not null default 0,
  problem        text,
  parked_at      timestamptz,
  constraint requests_pkey primary key (id),
  constraint requests_kind_transaction_id_key unique (kind, transaction_id),
  constraint parked_with_problem check (((parked_at is null) or ((due_at is null) and (problem is not null)))),
  constraint requests_kind_check check ((kind = any (array['invoice', 'creditNote'])))
);
create index requests_due_at_idx on invoices.requests (due_at) where (due_at is not null);
create index requests_payment_id_id_idx on invoices.requests (payment_id, id) where ((due_at is not null) or (parked_at is not null));
create index requests_site_id_id_idx on invoices.requests (site_id, id) where (due_at is not null);
create index requests_site_id_id_idx1 on invoices.requests (site_id, id) where (parked_at is not null);
create trigger notify_due after insert on invoices.requests for each statement execute function florin.notify_due();
grant insert, select, update on table invoices.requests to florin_app;


create schema issuervault;
grant usage on schema issuervault to florin_issuer;

create table issuervault.cards (
  card_id         uuid        not null,
  product_id      uuid        not null,
  sealed          bytea       not null,
  key_version     integer     not null,
  fingerprint     bytea       not null,
  expiry          text        not null,
  cvk_version     smallint    not null,
  pvk_version     smallint    not null,
  pin_key_version smallint,
  pin_block       bytea,
  created_at      timestamptz not null,
  constraint cards_pkey primary key (card_id),
  constraint card_number_key unique (fingerprint),
  constraint cards_check check (((pin_block is null) = (pin_key_version is null))),
  constraint cards_expiry_check check ((expiry ~ '^[0-9]{4}$'))
);
create index cards_key_version_idx on issuervault.cards (key_version);
create index cards_product_id_expiry_idx on issuervault.cards (product_id, expiry);
grant delete, insert, select, update on table issuervault.cards to florin_issuer;

create table issuervault.product_keys (
  product_id  uuid        not null,
  kind        text        not null,
  version     smallint    not null,
  sealed      bytea       not null,
  key_version integer     not null,
  check_value text        not null,
  created_at  timestamptz not null,
  constraint product_keys_pkey primary key (product_id, kind, version),
  constraint product_keys_kind_check check ((kind = any (array['cvk', 'pvk', 'pin', 'signing']))),
  constraint product_keys_version_check check (((version >= 1) and (version <= 255)))
);
grant delete, insert, select, update on table issuervault.product_keys to florin_issuer;

create table issuervault.ranges (
  product_id uuid   not null,
  prefix     text   not null,
  capacity   bigint not null,
  issued     bigint not null default 0,
  constraint ranges_pkey primary key (product_id),
  constraint ranges_check check (((issued >= 0) and (issued <= capacity)))
);
grant delete, insert, select, update on table issuervault.ranges to florin_issuer;


create schema kyc;
grant usage on schema kyc to florin_app;

create table kyc.case_transitions (
  id          bigint      generated always as identity,
  case_id     bigint      not null,
  from_status text,
  to_status   text        not null,
  action      text        not null,
  actor       text        not null,
  reason      text,
  occurred_at timestamptz not null,
  constraint case_transitions_pkey primary key (id),
  constraint case_transitions_case_id_fkey foreign key (case_id) references kyc.cases(id)
);
create index case_transitions_case_id_id_idx on kyc.case_transitions (case_id, id);
create trigger append_only before delete or update or truncate on kyc.case_transitions for each statement execute function florin.refuse_change();
grant insert, select on table kyc.case_transitions to florin_app;

create table kyc.cases (
  id            bigint      generated always as identity,
  version       integer     not null default 1,
  holder_id     text        not null collate "C",
  status        text        not null,
  reject_reason text,
  created_at    timestamptz not null,
  submitted_at  timestamptz,
  decided_at    timestamptz,
  partner_id    integer     not null,
  due_at        timestamptz,
  leased_until  timestamptz,
  constraint cases_pkey primary key (id),
  constraint cases_check check (((status = 'rejected') = (reject_reason is not null))),
  constraint cases_check1 check (((due_at is null) or (status = 'approved'))),
  constraint cases_status_check check ((status = any (array['in_progress', 'pending_review', 'approved', 'rejected']))),
  constraint cases_holder_id_fkey foreign key (holder_id) references holders.holders(id),
  constraint cases_partner_id_fkey foreign key (partner_id) references partners.partners(id)
);
create index cases_due_at_idx on kyc.cases (due_at) where (due_at is not null);
create index cases_holder_id_id_idx on kyc.cases (holder_id, id);
create index cases_partner_id_submitted_at_idx on kyc.cases (partner_id, submitted_at) where (status = 'pending_review');
create index cases_submitted_at_idx on kyc.cases (submitted_at) where (status = 'pending_review');
create unique index one_case_at_a_time on kyc.cases (holder_id) where (status <> 'rejected');
grant insert, select, update on table kyc.cases to florin_app;

create table kyc.identity_checks (
  id            bigint      generated always as identity,
  version       integer     not null default 1,
  case_id       bigint      not null,
  key           uuid        not null,
  provider      text,
  status        text        not null,
  reject_reason text,
  reference     text,
  because       text[]      not null default '{}'::text[],
  attempts      integer     not null default 0,
  last_response text,
  created_at    timestamptz not null,
  closed_at     timestamptz,
  due_at        timestamptz,
  leased_until  timestamptz,
  constraint identity_checks_pkey primary key (id),
  constraint identity_checks_check check (((status = 'rejected') = (reject_reason is not null))),
  constraint identity_checks_check1 check (((status = 'waiting') = (closed_at is null))),
  constraint identity_checks_check2 check (((status = 'waiting') = (due_at is not null))),
  constraint identity_checks_status_check check ((status = any (array['waiting', 'approved', 'rejected', 'review', 'withdrawn']))),
  constraint identity_checks_case_id_fkey foreign key (case_id) references kyc.cases(id)
);
create index identity_checks_case_id_id_idx on kyc.identity_checks (case_id, id);
create index identity_checks_due_at_idx on kyc.identity_checks (due_at) where (due_at is not null);
create unique index one_open_check on kyc.identity_checks (case_id) where (status = 'waiting');
create trigger notify_due after insert on kyc.identity_checks for each statement execute function florin.notify_due();
grant insert, select, update on table kyc.identity_checks to florin_app;

create table kyc.sent_back (
  id            bigint      generated always as identity,
  case_id       bigint      not null,
  step          text        not null,
  submission_id bigint      not null,
  reject_reason text,
  sent_back_at  timestamptz not null,
  constraint sent_back_pkey primary key (id),
  constraint sent_back_case_id_fkey foreign key (case_id) references kyc.cases(id),
  constraint sent_back_submission_id_fkey foreign key (submission_id) references kyc.submissions(id)
);
create index sent_back_case_id_step_id_idx on kyc.sent_back (case_id, step, id);
create trigger append_only before delete or update or truncate on kyc.sent_back for each statement execute function florin.refuse_change();
grant insert, select on table kyc.sent_back to florin_app;

create table kyc.submissions (
  id              bigint      generated always as identity,
  case_id         bigint      not null,
  step            text        not null,
  key             uuid        not null,
  sealed          bytea,
  digest          bytea,
  actor           text        not null,
  from_where      text        not null,
  submitted_at    timestamptz not null,
  verification_id uuid,
  constraint submissions_pkey primary key (id),
  constraint submissions_check check (((verification_id is null) = (digest is not null))),
  constraint submissions_digest_check check ((octet_length(digest) = 32)),
  constraint submissions_case_id_fkey foreign key (case_id) references kyc.cases(id)
);
create index submissions_case_id_step_id_idx on kyc.submissions (case_id, step, id);
create index submissions_get_byte_id_idx on kyc.submissions (get_byte(sealed, 0), id) where (sealed is not null);
grant insert, select on table kyc.submissions to florin_app;
grant update (sealed) on table kyc.submissions to florin_app;


create schema ledger;
grant usage on schema ledger to florin_app;

create or replace function ledger.check_balance()
 returns trigger
 language plpgsql
as $function$
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
end $function$;

create or replace function ledger.committed_through()
 returns bigint
 language plpgsql
 security definer
 set search_path to 'pg_catalog', 'pg_temp'
 set lock_timeout to '1s'
as $function$
begin
  lock table ledger.entries in share mode;
  return (select coalesce(max(id), 0) from ledger.entries);
end $function$;

grant execute on function ledger.committed_through() to florin_app;

create table ledger.checkpoints (
  account       text   not null collate "C",
  currency      text   not null,
  through_entry bigint not null,
  minor         bigint not null,
  constraint checkpoints_pkey primary key (account, currency, through_entry)
);
grant insert, select, update on table ledger.checkpoints to florin_app;

create table ledger.entries (
  id        bigint      generated always as identity,
  recipe    text        not null,
  reference text        not null,
  posted_at timestamptz not null,
  constraint entries_pkey primary key (id),
  constraint entries_recipe_reference_key unique (recipe, reference)
);
create trigger append_only before delete or update or truncate on ledger.entries for each statement execute function florin.refuse_change();
grant insert, select on table ledger.entries to florin_app;

create table ledger.guarded_balances (
  account  text   not null collate "C",
  currency text   not null,
  minor    bigint not null,
  constraint guarded_balances_pkey primary key (account, currency),
  constraint guarded_balances_minor_check check ((minor >= 0))
);
grant insert, select, update on table ledger.guarded_balances to florin_app;

create table ledger.holds (
  id           bigint      generated always as identity,
  reference    text        not null,
  account      text        not null,
  currency     text        not null,
  minor        bigint      not null,
  posted_minor bigint      not null default 0,
  status       text        not null,
  held_at      timestamptz not null,
  ended_at     timestamptz,
  constraint holds_pkey primary key (id),
  constraint holds_reference_key unique (reference),
  constraint holds_check check (((posted_minor >= 0) and (posted_minor <= minor))),
  constraint holds_minor_check check ((minor > 0)),
  constraint holds_status_check check ((status = any (array['held', 'posted', 'voided'])))
);
create index holds_account_currency_idx on ledger.holds (account, currency) where (status = 'held');
grant insert, select, update on table ledger.holds to florin_app;

create table ledger.lines (
  entry_id bigint not null,
  account  text   not null collate "C",
  currency text   not null,
  minor    bigint not null,
  constraint lines_minor_check check ((minor <> 0))
);
create index lines_account_currency_entry_id_minor_idx on ledger.lines (account, currency, entry_id) include (minor);
create index lines_entry_id_idx on ledger.lines (entry_id);
create trigger append_only before delete or update or truncate on ledger.lines for each statement execute function florin.refuse_change();
create trigger balances after insert on ledger.lines referencing new table as added for each statement execute function ledger.check_balance();
grant insert, select on table ledger.lines to florin_app;


create schema links;
grant usage on schema links to florin_app;

create table links.links (
  id             bigint      generated always as identity (start with 1001),
  hash           text        not null,
  site_id        integer     not null,
  version        integer     not null default 1,
  active         boolean     not null,
  currency       text        not null,
  minor          bigint      not null,
  customer_email text,
  limit_access   integer,
  expire_date    date,
  reserved       integer     not null default 0,
  paid           integer     not null default 0,
  free           integer     not null generated always as (((coalesce(limit_access, 2147483647) - reserved) - paid)) stored,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  removed_at     timestamptz,
  seal_salt      uuid        default gen_random_uuid(),
  constraint links_pkey primary key (id),
  constraint links_hash_key unique (hash),
  constraint links_limit_access_check check ((limit_access > 0)),
  constraint links_minor_check check ((minor > 0)),
  constraint links_paid_check check ((paid >= 0)),
  constraint links_reserved_check check ((reserved >= 0))
);
create index links_site_id_id_idx on links.links (site_id, id) where (removed_at is null);
grant insert, select, update on table links.links to florin_app;

create table links.uses (
  order_id bigint  not null,
  link_id  bigint  not null,
  version  integer not null,
  place    text    not null,
  constraint uses_pkey primary key (order_id),
  constraint uses_place_check check ((place = any (array['none', 'reserved', 'paid']))),
  constraint uses_link_id_version_fkey foreign key (link_id, version) references links.versions(link_id, version)
);
create index uses_link_id_idx on links.uses (link_id);
grant insert, select, update on table links.uses to florin_app;

create table links.versions (
  link_id bigint      not null,
  version integer     not null,
  terms   jsonb       not null,
  made_at timestamptz not null,
  constraint versions_pkey primary key (link_id, version),
  constraint versions_link_id_fkey foreign key (link_id) references links.links(id)
);
create trigger append_only before delete or update or truncate on links.versions for each statement execute function florin.refuse_change();
grant insert, select on table links.versions to florin_app;


create schema merchant_payouts;
grant usage on schema merchant_payouts to florin_app;

create table merchant_payouts.bank_accounts (
  id             bigint      generated always as identity (start with 501),
  version        integer     not null default 1,
  merchant_id    integer     not null,
  currency       text        not null,
  holder_name    text        not null,
  account_number text        not null,
  is_iban        boolean     not null,
  bic            text,
  country        text        not null,
  status         text        not null,
  hold_reason    text,
  created_at     timestamptz not null,
  usable_at      timestamptz not null,
  constraint bank_accounts_pkey primary key (id),
  constraint bank_accounts_check check ((is_iban or (bic is not null))),
  constraint bank_accounts_check1 check (((status = 'held') = (hold_reason is not null))),
  constraint bank_accounts_status_check check ((status = any (array['active', 'held', 'removed'])))
);
create index bank_accounts_merchant_id_currency_id_idx on merchant_payouts.bank_accounts (merchant_id, currency, id);
grant insert, select, update on table merchant_payouts.bank_accounts to florin_app;

create table merchant_payouts.earnings (
  id             bigint      generated always as identity,
  batch_id       bigint      not null,
  merchant_id    integer     not null,
  currency       text        not null,
  captured_minor bigint      not null,
  minor          bigint      not null,
  closed_at      timestamptz not null,
  available_at   timestamptz not null,
  constraint earnings_pkey primary key (id),
  constraint earnings_batch_id_merchant_id_key unique (batch_id, merchant_id),
  constraint earnings_captured_minor_check check ((captured_minor >= 0))
);
create index earnings_merchant_id_currency_available_at_idx on merchant_payouts.earnings (merchant_id, currency, available_at);
create trigger append_only before delete or update or truncate on merchant_payouts.earnings for each statement execute function florin.refuse_change();
grant insert, select on table merchant_payouts.earnings to florin_app;

create table merchant_payouts.files (
  id         bigint      generated always as identity (start with 101),
  message_id text        not null,
  payouts    integer     not null,
  content    text        not null,
  made_by    text        not null,
  made_at    timestamptz not null,
  constraint files_pkey primary key (id),
  constraint files_message_id_key unique (message_id)
);
create trigger append_only before delete or update or truncate on merchant_payouts.files for each statement execute function florin.refuse_change();
grant insert, select on table merchant_payouts.files to florin_app;

create table merchant_payouts.payout_items (
  id        bigint generated always as identity,
  payout_id bigint not null,
  kind      text   not null,
  item_id   bigint not null,
  minor     bigint not null,
  constraint payout_items_pkey primary key (id),
  constraint payout_items_kind_item_id_key unique (kind, item_id),
  constraint payout_items_kind_check check ((kind = any (array['batch', 'reserveHeld', 'reserveReleased', 'payoutReturned']))),
  constraint payout_items_payout_id_fkey foreign key (payout_id) references merchant_payouts.payouts(id)
);
create index payout_items_payout_id_id_idx on merchant_payouts.payout_items (payout_id, id);
create trigger append_only before delete or update or truncate on merchant_payouts.payout_items for each statement execute function florin.refuse_change();
grant insert, select on table merchant_payouts.payout_items to florin_app;

create table merchant_payouts.payout_transitions (
  id          bigint      generated always as identity,
  payout_id   bigint      not null,
  from_status text,
  to_status   text        not null,
  action      text        not null,
  actor       text        not null,
  note        text,
  occurred_at timestamptz not null,
  constraint payout_transitions_pkey primary key (id),
  constraint payout_transitions_payout_id_fkey foreign key (payout_id) references merchant_payouts.payouts(id)
);
create index payout_transitions_payout_id_id_idx on merchant_payouts.payout_transitions (payout_id, id);
create trigger append_only before delete or update or truncate on merchant_payouts.payout_transitions for each statement execute function florin.refuse_change();
grant insert, select on table merchant_payouts.payout_transitions to florin_app;

create table merchant_payouts.payouts (
  id              bigint      generated by default as identity (start with 1001),
  version         integer     not null default 1,
  merchant_id     integer     not null,
  currency        text        not null,
  minor           bigint      not null,
  bank_account_id bigint      not null,
  status          text        not null,
  scheduled_for   text,
  end_to_end_id   text        not null,
  payable_minor   bigint      not null,
  pending_minor   bigint      not null,
  outflows_minor  bigint      not null,
  file_id         bigint,
  bank_reference  text,
  created_at      timestamptz not null,
  paid_at         timestamptz,
  due_at          timestamptz,
  due_tries       integer     not null default 0,
  leased_until    timestamptz,
  constraint payouts_pkey primary key (id),
  constraint payouts_end_to_end_id_key unique (end_to_end_id),
  constraint covered check ((minor <= ((payable_minor - pending_minor) - outflows_minor))),
  constraint payouts_minor_check check ((minor > 0)),
  constraint payouts_outflows_minor_check check ((outflows_minor >= 0)),
  constraint payouts_pending_minor_check check ((pending_minor >= 0)),
  constraint payouts_status_check check ((status = any (array['created', 'submitted', 'paid', 'failed', 'returned', 'cancelled']))),
  constraint payouts_bank_account_id_fkey foreign key (bank_account_id) references merchant_payouts.bank_accounts(id),
  constraint payouts_file_id_fkey foreign key (file_id) references merchant_payouts.files(id)
);
create unique index one_scheduled_payout on merchant_payouts.payouts (merchant_id, currency, scheduled_for) where (scheduled_for is not null);
create index payouts_due_at_idx on merchant_payouts.payouts (due_at) where (due_at is not null);
create index payouts_file_id_idx on merchant_payouts.payouts (file_id) where (file_id is not null);
create index payouts_merchant_id_id_idx on merchant_payouts.payouts (merchant_id, id);
create index payouts_status_id_idx on merchant_payouts.payouts (status, id);
create trigger notify_due after insert on merchant_payouts.payouts for each statement execute function florin.notify_due();
grant insert, select, update on table merchant_payouts.payouts to florin_app;
grant usage on sequence merchant_payouts.payouts_id_seq to florin_app;

create table merchant_payouts.reserves (
  id           bigint      generated by default as identity,
  batch_id     bigint      not null,
  merchant_id  integer     not null,
  currency     text        not null,
  basis_points integer     not null,
  minor        bigint      not null,
  held_at      timestamptz not null,
  release_at   timestamptz not null,
  released_at  timestamptz,
  due_at       timestamptz,
  leased_until timestamptz,
  constraint reserves_pkey primary key (id),
  constraint reserves_batch_id_merchant_id_key unique (batch_id, merchant_id),
  constraint reserves_check check (((due_at is null) = (released_at is not null))),
  constraint reserves_minor_check check ((minor > 0))
);
create index reserves_due_at_idx on merchant_payouts.reserves (due_at) where (due_at is not null);
create index reserves_merchant_id_currency_id_idx on merchant_payouts.reserves (merchant_id, currency, id);
grant insert, select, update on table merchant_payouts.reserves to florin_app;
grant usage on sequence merchant_payouts.reserves_id_seq to florin_app;

create table merchant_payouts.terms (
  id                   bigint      not null,
  version              integer     not null default 1,
  schedule             text        not null,
  time_zone            text        not null,
  delay_days           integer     not null,
  minimums             jsonb       not null,
  reserve_basis_points integer     not null,
  reserve_days         integer     not null,
  hold_reason          text,
  due_at               timestamptz,
  leased_until         timestamptz,
  constraint terms_pkey primary key (id),
  constraint terms_check check (((schedule = 'manual') = (due_at is null))),
  constraint terms_delay_days_check check (((delay_days >= 0) and (delay_days <= 90))),
  constraint terms_reserve_basis_points_check check (((reserve_basis_points >= 0) and (reserve_basis_points <= 10000))),
  constraint terms_reserve_days_check check (((reserve_days >= 0) and (reserve_days <= 720)))
);
create index terms_due_at_idx on merchant_payouts.terms (due_at) where (due_at is not null);
grant insert, select, update on table merchant_payouts.terms to florin_app;


create schema merchants;
grant usage on schema merchants to florin_app;

create table merchants.closures (
  id           bigint      not null,
  due_at       timestamptz,
  leased_until timestamptz,
  constraint closures_pkey primary key (id)
);
create index closures_due_at_idx on merchants.closures (due_at) where (due_at is not null);
grant insert, select, update on table merchants.closures to florin_app;


create schema networkreports;
grant usage on schema networkreports to florin_app;

create table networkreports.matches (
  id         bigint      generated always as identity,
  row_id     bigint      not null,
  breaks     jsonb       not null,
  reason     text        not null,
  matched_by text        not null,
  matched_at timestamptz not null,
  constraint matches_pkey primary key (id),
  constraint matches_row_id_fkey foreign key (row_id) references networkreports.rows(id)
);
create index matches_row_id_id_idx on networkreports.matches (row_id, id);
create trigger append_only before delete or update or truncate on networkreports.matches for each statement execute function florin.refuse_change();
grant insert, select on table networkreports.matches to florin_app;

create table networkreports.reports (
  id          bigint      generated always as identity,
  name        text        not null,
  digest      bytea       not null,
  recorded_by text        not null,
  recorded_at timestamptz not null,
  constraint reports_pkey primary key (id),
  constraint report_digest unique (digest)
);
create trigger append_only before delete or update or truncate on networkreports.reports for each statement execute function florin.refuse_change();
grant insert, select on table networkreports.reports to florin_app;

create table networkreports.rows (
  id                  bigint  generated always as identity,
  report_id           bigint  not null,
  line                integer not null,
  day                 date    not null,
  currency            text    not null,
  clearing_count      integer not null,
  clearing_minor      bigint  not null,
  refund_count        integer not null,
  refund_minor        bigint  not null,
  chargeback_count    integer not null,
  chargeback_minor    bigint  not null,
  representment_count integer not null,
  representment_minor bigint  not null,
  fee_count           integer not null,
  fee_minor           bigint  not null,
  constraint rows_pkey primary key (id),
  constraint rows_report_id_day_currency_key unique (report_id, day, currency),
  constraint rows_chargeback_count_check check ((chargeback_count >= 0)),
  constraint rows_chargeback_minor_check check ((chargeback_minor >= 0)),
  constraint rows_clearing_count_check check ((clearing_count >= 0)),
  constraint rows_clearing_minor_check check ((clearing_minor >= 0)),
  constraint rows_fee_count_check check ((fee_count >= 0)),
  constraint rows_fee_minor_check check ((fee_minor >= 0)),
  constraint rows_refund_count_check check ((refund_count >= 0)),
  constraint rows_refund_minor_check check ((refund_minor >= 0)),
  constraint rows_representment_count_check check ((representment_count >= 0)),
  constraint rows_representment_minor_check check ((representment_minor >= 0)),
  constraint rows_report_id_fkey foreign key (report_id) references networkreports.reports(id)
);
create trigger append_only before delete or update or truncate on networkreports.rows for each statement execute function florin.refuse_change();
grant insert, select on table networkreports.rows to florin_app;

create table networkreports.settlements (
  id             bigint      generated always as identity,
  row_id         bigint      not null,
  day            date        not null,
  currency       text        not null,
  net_minor      bigint      not null,
  fees_minor     bigint      not null,
  bank_reference text,
  settled_by     text        not null,
  settled_at     timestamptz not null,
  constraint settlements_pkey primary key (id),
  constraint day_settled_once unique (day, currency),
  constraint settlements_check check (((net_minor <> 0) or (fees_minor <> 0))),
  constraint settlements_fees_minor_check check ((fees_minor >= 0)),
  constraint settlements_row_id_fkey foreign key (row_id) references networkreports.rows(id)
);
create index settlements_row_id_idx on networkreports.settlements (row_id);
create trigger append_only before delete or update or truncate on networkreports.settlements for each statement execute function florin.refuse_change();
grant insert, select on table networkreports.settlements to florin_app;


create schema notifications;
grant usage on schema notifications to florin_app;

create table notifications.attempts (
  notification_id bigint      not null,
  attempt         integer     not null,
  outcome         text        not null,
  http_status     integer,
  reply           text,
  took_ms         integer     not null,
  attempted_at    timestamptz not null,
  constraint attempts_pkey primary key (notification_id, attempt, attempted_at),
  constraint attempts_outcome_check check ((outcome = any (array['delivered', 'refused', 'unreachable', 'timeout', 'forbidden', 'keyless'])))
);
create trigger append_only before delete or update or truncate on notifications.attempts for each statement execute function florin.refuse_change();
grant insert, select on table notifications.attempts to florin_app;

create table notifications.notifications (
  id           bigint      generated always as identity,
  site_id      integer     not null,
  payment_id   bigint      not null,
  order_id     bigint      not null,
  url          text        not null,
  body         text        not null,
  status       text        not null,
  version      integer     not null default 1,
  attempts     integer     not null default 0,
  tries_left   integer     not null,
  created_at   timestamptz not null,
  delivered_at timestamptz,
  due_at       timestamptz,
  leased_until timestamptz,
  constraint notifications_pkey primary key (id, created_at),
  constraint notifications_check check (((status = 'waiting') = (due_at is not null))),
  constraint notifications_check1 check (((status = 'delivered') = (delivered_at is not null))),
  constraint notifications_status_check check ((status = any (array['waiting', 'delivered', 'parked']))),
  constraint notifications_tries_left_check check ((tries_left >= 0))
) with (fillfactor=50);
create index notifications_due_at_idx on notifications.notifications (due_at) where (due_at is not null);
create index notifications_order_id_idx on notifications.notifications (order_id);
create index notifications_site_id_due_at_id_idx on notifications.notifications (site_id, due_at, id) where (due_at is not null);
create index notifications_site_id_id_idx on notifications.notifications (site_id, id);
create index notifications_site_id_id_idx1 on notifications.notifications (site_id, id) where (status = 'parked');
create trigger notify_due after insert on notifications.notifications for each statement execute function florin.notify_due();
grant insert, select, update on table notifications.notifications to florin_app;


create schema onus;
grant usage on schema onus to florin_app;

create table onus.authentications (
  ds_trans_id          uuid        not null,
  authorization_key    uuid        not null,
  server_trans_id      uuid        not null,
  acs_trans_id         uuid,
  trans_status         text,
  eci                  text,
  authentication_value text,
  requested_at         timestamptz not null,
  constraint authentications_pkey primary key (ds_trans_id),
  constraint authentications_authorization_key_key unique (authorization_key)
);
grant insert, select, update on table onus.authentications to florin_app;

create table onus.card_updates (
  id           uuid        not null,
  status       text        not null,
  tries        integer     not null default 0,
  trouble      text,
  successor    uuid,
  renewed      integer,
  asked_at     timestamptz not null,
  due_at       timestamptz,
  leased_until timestamptz,
  constraint card_updates_pkey primary key (id),
  constraint card_updates_status_check check ((status = any (array['waiting', 'done', 'parked'])))
);
create index card_updates_due_at_idx on onus.card_updates (due_at) where (due_at is not null);
create index card_updates_status_asked_at_idx on onus.card_updates (status, asked_at);
create trigger notify_due after insert on onus.card_updates for each statement execute function florin.notify_due();
grant insert, select, update on table onus.card_updates to florin_app;

create table onus.dispute_events (
  id                bigint      generated always as identity,
  number            bigint      not null,
  dispute_id        uuid        not null,
  authorization_key uuid        not null,
  kind              text        not null,
  minor             bigint      not null,
  currency          text        not null,
  reason            text        not null,
  happened_at       timestamptz not null,
  constraint dispute_events_pkey primary key (id),
  constraint dispute_events_dispute_id_kind_key unique (dispute_id, kind),
  constraint place_in_list unique (number),
  constraint dispute_events_kind_check check ((kind = any (array['opened', 'won', 'lost']))),
  constraint dispute_events_minor_check check ((minor > 0))
);
create index dispute_events_authorization_key_idx on onus.dispute_events (authorization_key);
create trigger append_only before delete or update or truncate on onus.dispute_events for each statement execute function florin.refuse_change();
grant insert, select on table onus.dispute_events to florin_app;

create table onus.messages (
  id                uuid        not null,
  authorization_key uuid        not null,
  kind              text        not null,
  status            text        not null,
  due_at            timestamptz,
  leased_until      timestamptz,
  constraint messages_pkey primary key (id),
  constraint messages_kind_check check ((kind = any (array['clearing', 'reversal', 'refund']))),
  constraint messages_status_check check ((status = any (array['waiting', 'sending', 'sent', 'cancelled'])))
);
create index messages_authorization_key_idx on onus.messages (authorization_key);
create index messages_due_at_idx on onus.messages (due_at) where (due_at is not null);
create trigger notify_due after insert on onus.messages for each statement execute function florin.notify_due();
grant insert, select, update on table onus.messages to florin_app;

create table onus.requests (
  key               uuid        not null,
  authorization_key uuid        not null,
  step              integer     not null,
  kind              text        not null,
  stan              bigint      generated always as identity,
  minor             bigint      not null,
  currency          text        not null,
  card_id           uuid,
  facts             jsonb,
  result            jsonb,
  version           integer     not null default 1,
  requested_at      timestamptz not null,
  constraint requests_pkey primary key (key),
  constraint story_step unique (authorization_key, step),
  constraint requests_kind_check check ((kind = any (array['auth', 'sale', 'verify', 'completeChallenge', 'capture', 'reverse', 'refund', 'payout'])))
);
grant insert, select, update on table onus.requests to florin_app;


create schema orders;
grant usage on schema orders to florin_app;

create table orders.order_transitions (
  id          bigint      generated always as identity,
  order_id    bigint      not null,
  action      text        not null,
  from_status text,
  to_status   text        not null,
  reason      text,
  occurred_at timestamptz not null
);
create index order_transitions_order_id_idx on orders.order_transitions (order_id);
create trigger append_only before delete or update or truncate on orders.order_transitions for each statement execute function florin.refuse_change();
grant insert, select on table orders.order_transitions to florin_app;

create table orders.orders (
  id                     bigint      generated always as identity (start with 1001),
  site_id                integer     not null,
  shopper_id             bigint      not null,
  external_id            text        not null,
  type                   text        not null,
  mode                   text        not null,
  status                 text        not null,
  end_reason             text,
  version                integer     not null default 1,
  created_at             timestamptz not null,
  currency               text        not null,
  minor                  bigint      not null,
  trial_minor            bigint,
  description            text        not null,
  items                  jsonb       not null,
  tags                   text[]      not null default '{}'::text[],
  level3                 jsonb,
  custom_data            jsonb,
  attempts               integer     not null default 0,
  attempts_max           integer,
  card_id                bigint,
  back_url               text,
  invoice_email          text,
  language               text,
  interval_type          text,
  interval_value         integer,
  first_bill_at          timestamptz,
  retry_payment          text,
  anchor_at              timestamptz,
  anchor_period          integer     not null default 0,
  anchor_lead            integer     not null default 0,
  next_period            integer     not null default 0,
  due_at                 timestamptz,
  leased_until           timestamptz,
  network_transaction_id text,
  network_transaction_at timestamptz,
  cancel_reason          text,
  cancel_message         text,
  transaction_option     jsonb,
  constraint orders_pkey primary key (id),
  constraint orders_site_id_external_id_key unique (site_id, external_id),
  constraint orders_check check (((network_transaction_id is null) = (network_transaction_at is null))),
  constraint orders_interval_type_check check ((interval_type = any (array['day', 'month']))),
  constraint orders_interval_value_check check (((interval_value >= 1) and (interval_value <= 365))),
  constraint orders_minor_check check ((minor >= 0)),
  constraint orders_mode_check check ((mode = any (array['auth', 'authAndCapture', 'verifyCard', 'credit']))),
  constraint orders_status_check check ((status = any (array['start', 'in-progress', 'retrying', 'expiring', 'complete-ok', 'complete-failed']))),
  constraint orders_type_check check ((type = any (array['purchase', 'recurring', 'managed', 'credit'])))
) with (fillfactor=60);
create index orders_due_at_idx on orders.orders (due_at) where (due_at is not null);
create index orders_shopper_id_idx on orders.orders (shopper_id);
create index orders_site_id_id_idx on orders.orders (site_id, id);
grant insert, select, update on table orders.orders to florin_app;


create schema outbox;
grant usage on schema outbox to florin_app;
grant usage on schema outbox to florin_issuer;
grant usage on schema outbox to florin_vault;

create table outbox.events (
  id           bigint      generated always as identity,
  name         text        not null,
  owner_kind   text        not null collate "C",
  owner_id     text        not null collate "C",
  subject_type text        not null,
  subject_id   text        not null collate "C",
  body         jsonb       not null,
  occurred_at  timestamptz not null,
  constraint events_pkey primary key (id, occurred_at)
);
create index events_owner_kind_owner_id_id_idx on outbox.events (owner_kind, owner_id, id);
create index events_subject_type_subject_id_id_idx on outbox.events (subject_type, subject_id, id);
create trigger append_only before delete or update or truncate on outbox.events for each statement execute function florin.refuse_change();
grant insert, select on table outbox.events to florin_app;


create schema partners;
grant usage on schema partners to florin_app;

create or replace function partners.notify_change()
 returns trigger
 language plpgsql
as $function$
begin
  perform pg_notify('partners', '');
  return null;
end $function$;

create table partners.api_keys (
  id          bigint      generated always as identity,
  partner_id  integer     not null,
  fingerprint bytea       not null,
  created_at  timestamptz not null,
  expires_at  timestamptz,
  constraint api_keys_pkey primary key (id),
  constraint api_keys_fingerprint_key unique (fingerprint),
  constraint api_keys_partner_id_fkey foreign key (partner_id) references partners.partners(id)
);
create index api_keys_partner_id_idx on partners.api_keys (partner_id);
create trigger notify_change after insert or delete or update on partners.api_keys for each statement execute function partners.notify_change();
grant insert, select, update on table partners.api_keys to florin_app;

create table partners.partners (
  id                   integer     generated by default as identity (start with 501),
  version              integer     not null default 1,
  name                 text        not null,
  live                 boolean     not null,
  active               boolean     not null default true,
  webhook_url          text,
  created_at           timestamptz not null,
  webhook_retries      text        not null default 'documented',
  decision_url         text,
  decision_deadline_ms integer     not null default 2000,
  decision_fallback    text        not null default 'decline',
  constraint partners_pkey primary key (id),
  constraint partners_decision_deadline_ms_check check (((decision_deadline_ms >= 200) and (decision_deadline_ms <= 4000))),
  constraint partners_decision_fallback_check check ((decision_fallback = any (array['approve', 'decline']))),
  constraint partners_webhook_retries_check check ((webhook_retries = any (array['documented', 'long'])))
);
create trigger notify_change after insert or delete or update on partners.partners for each statement execute function partners.notify_change();
grant insert, select, update on table partners.partners to florin_app;
grant usage on sequence partners.partners_id_seq to florin_app;

create table partners.signing_keys (
  id           bigint      generated always as identity,
  partner_id   integer     not null,
  sealed       bytea       not null,
  created_at   timestamptz not null,
  activated_at timestamptz,
  expires_at   timestamptz,
  constraint signing_keys_pkey primary key (id),
  constraint signing_keys_partner_id_fkey foreign key (partner_id) references partners.partners(id)
);
create index signing_keys_partner_id_idx on partners.signing_keys (partner_id);
create trigger notify_change after insert or delete or update on partners.signing_keys for each statement execute function partners.notify_change();
grant insert, select, update on table partners.signing_keys to florin_app;


create schema payments;
grant usage on schema payments to florin_app;

create table payments.fallbacks (
  payment_id     bigint      not null,
  connector      text        not null,
  key            uuid        not null,
  reference      text,
  decline_reason text        not null,
  next_connector text        not null,
  occurred_at    timestamptz not null,
  constraint fallbacks_pkey primary key (payment_id, connector),
  constraint fallbacks_key_key unique (key),
  constraint fallbacks_check check ((next_connector <> connector)),
  constraint fallbacks_payment_id_fkey foreign key (payment_id) references payments.payments(id)
);
create index fallbacks_occurred_at_idx on payments.fallbacks (occurred_at);
create trigger append_only before delete or update or truncate on payments.fallbacks for each statement execute function florin.refuse_change();
grant insert, select on table payments.fallbacks to florin_app;

create table payments.payment_transitions (
  id          bigint      generated always as identity,
  payment_id  bigint      not null,
  action      text        not null,
  from_status text,
  to_status   text        not null,
  minor       bigint,
  occurred_at timestamptz not null
);
create index payment_transitions_payment_id_id_idx on payments.payment_transitions (payment_id, id);
create trigger append_only before delete or update or truncate on payments.payment_transitions for each statement execute function florin.refuse_change();
grant insert, select on table payments.payment_transitions to florin_app;

create table payments.payments (
  id                     bigint      generated by default as identity (start with 1001),
  key                    uuid        not null,
  type                   text        not null,
  source                 text        not null,
  initiator              text        not null default 'cit',
  status                 text        not null,
  version                integer     not null default 1,
  merchant_id            integer     not null,
  site_id                integer     not null,
  shopper_id             bigint      not null,
  order_id               bigint      not null,
  period                 integer,
  parent_id              bigint,
  description            text        not null,
  ip                     text,
  currency               text        not null,
  minor                  bigint      not null,
  captures_at_once       boolean     not null,
  captured_minor         bigint      not null default 0,
  refunded_minor         bigint      not null default 0,
  charged_back_minor     bigint      not null default 0,
  fee_minor              bigint      not null default 0,
  fee_basis_points       integer     not null default 0,
  batch_id               bigint,
  card_id                bigint,
  stores_token           uuid,
  card_brand             text        not null,
  card_first6            text        not null,
  card_last4             text        not null,
  card_expiry            text        not null,
  card_holder_name       text,
  card_fingerprint       bytea       not null,
  connector              text        not null,
  reference              text,
  network_transaction_id text,
  authorization_code     text,
  checks                 jsonb,
  three_d_secure         text,
  challenge              jsonb,
  decline_reason         text,
  reversal_reason        text,
  reversal_message       text,
  request_key            uuid,
  request_kind           text,
  request_minor          bigint,
  due_at                 timestamptz,
  due_tries              integer     not null default 0,
  leased_until           timestamptz,
  created_at             timestamptz not null,
  approved_at            timestamptz,
  captured_at            timestamptz,
  transaction_option     jsonb,
  shares                 jsonb,
  card_facts             jsonb,
  price_rule_id          bigint,
  price_facts            jsonb,
  constraint payments_pkey primary key (id),
  constraint payments_key_key unique (key),
  constraint payments_charged_back_minor_check check ((charged_back_minor >= 0)),
  constraint payments_check check (((captured_minor >= 0) and (captured_minor <= minor))),
  constraint payments_check1 check (((refunded_minor >= 0) and (refunded_minor <= captured_minor))),
  constraint payments_initiator_check check ((initiator = any (array['cit', 'mit']))),
  constraint payments_minor_check check ((minor >= 0)),
  constraint payments_source_check check ((source = any (array['service-call', 're-bill', 're-bill-micro', 'card-change']))),
  constraint payments_status_check check ((status = any (array['authorizing', 'challenging', 'uncertain', 'reversing', 'authorized', 'capturing', 'voiding', 'captured', 'cancelling', 'verified', 'voided', 'cancelled', 'refunded', 'failed', 'refunding', 'disputed', 'chargedBack', 'opened', 'won', 'lost', 'represented', 'crediting', 'credited']))),
  constraint payments_type_check check ((type = any (array['deposit', 'verify-card', 'refund', 'chargeback', 'representment', 'credit']))),
  constraint payments_parent_id_fkey foreign key (parent_id) references payments.payments(id)
);
create unique index billed_once on payments.payments (order_id, period, source) where ((period is not null) and (parent_id is null) and (status <> 'failed'));
create unique index disputed_once on payments.payments (connector, reference) where (type = 'chargeback');
create unique index one_attempt_at_a_time on payments.payments (order_id) where ((parent_id is null) and (status = any (array['authorizing', 'challenging', 'uncertain', 'reversing'])));
create unique index paid_once on payments.payments (order_id) where ((parent_id is null) and (source = 'service-call') and (status <> 'failed'));
create index payments_authorization_code_idx on payments.payments (authorization_code) where (authorization_code is not null);
create index payments_batch_id_idx on payments.payments (batch_id) where (batch_id is not null);
create index payments_card_fingerprint_created_at_idx on payments.payments (card_fingerprint, created_at) where ((status = 'failed') and (type <> 'refund'));
create index payments_created_at_approved_at_captured_at_idx on payments.payments using brin (created_at, approved_at, captured_at) with (autosummarize='on');
create index payments_currency_idx on payments.payments (currency) where ((shares is not null) and (status = any (array['refunding', 'cancelling'])));
create index payments_currency_idx1 on payments.payments (currency) where ((shares is not null) and (batch_id is null) and (captured_at is not null));
create index payments_due_at_idx on payments.payments (due_at) where (due_at is not null);
create index payments_ip_idx on payments.payments (ip) where (ip is not null);
create index payments_merchant_id_currency_idx on payments.payments (merchant_id, currency) where (status = any (array['crediting', 'uncertain', 'refunding', 'cancelling']));
create index payments_order_id_idx on payments.payments (order_id);
create index payments_parent_id_idx on payments.payments (parent_id) where (parent_id is not null);
create index payments_reference_idx on payments.payments (reference) where (reference is not null);
create index payments_request_key_idx on payments.payments (request_key) where (request_kind <> 'authorize');
create index payments_shopper_id_id_idx on payments.payments (shopper_id, id);
create index payments_site_id_captured_at_idx on payments.payments (site_id, captured_at) where ((batch_id is null) and (status = any (array['captured', 'refunded', 'disputed', 'chargedBack', 'opened', 'won', 'lost', 'represented', 'credited'])));
create index payments_site_id_captured_minor_idx on payments.payments (site_id, captured_minor) where ((captured_minor > 0) and (captured_minor < minor));
create index payments_site_id_card_last4_id_idx on payments.payments (site_id, card_last4, id);
create index payments_site_id_id_status_idx on payments.payments (site_id, id) include (status);
create index payments_site_id_minor_idx on payments.payments (site_id, minor);
create index payments_site_id_status_id_idx on payments.payments (site_id, status, id) where (status <> 'captured');
create index payments_stores_token_idx on payments.payments (stores_token) where (stores_token is not null);
create unique index represented_once on payments.payments (connector, reference) where (type = 'representment');
grant insert, select, update on table payments.payments to florin_app;
grant usage on sequence payments.payments_id_seq to florin_app;


create schema pricing;
grant usage on schema pricing to florin_app;

create table pricing.removals (
  rule_id      bigint      not null,
  removed_from timestamptz not null,
  created_at   timestamptz not null,
  constraint removals_pkey primary key (rule_id),
  constraint removals_rule_id_fkey foreign key (rule_id) references pricing.rules(id)
);
create trigger append_only before delete or update or truncate on pricing.removals for each statement execute function florin.refuse_change();
grant insert, select on table pricing.removals to florin_app;

create table pricing.rules (
  id                bigint      generated always as identity,
  merchant_id       integer,
  site_id           integer,
  brand             text,
  region            text,
  card_type         text,
  currency          text,
  volume_from_minor bigint,
  basis_points      integer     not null,
  fixed_minor       bigint      not null,
  minimum_minor     bigint      not null,
  valid_from        timestamptz not null,
  created_at        timestamptz not null,
  constraint rules_pkey primary key (id),
  constraint rules_basis_points_check check (((basis_points >= 0) and (basis_points <= 10000))),
  constraint rules_check check (((site_id is null) or (merchant_id is not null))),
  constraint rules_check1 check (((volume_from_minor is null) or (currency is not null))),
  constraint rules_fixed_minor_check check ((fixed_minor >= 0)),
  constraint rules_minimum_minor_check check ((minimum_minor >= 0)),
  constraint rules_region_check check ((region = any (array['domestic', 'eea', 'other']))),
  constraint rules_volume_from_minor_check check ((volume_from_minor > 0))
);
create index rules_merchant_id_idx on pricing.rules (merchant_id);
create trigger append_only before delete or update or truncate on pricing.rules for each statement execute function florin.refuse_change();
grant insert, select on table pricing.rules to florin_app;


create schema programmes;
grant usage on schema programmes to florin_app;

create table programmes.products (
  id             uuid         not null,
  version        integer      not null default 1,
  partner_id     integer      not null,
  name           text         not null,
  active         boolean      not null default true,
  prefix         text         not null,
  numbers        int8range    not null,
  virtual        boolean      not null,
  physical       boolean      not null,
  currencies     text[]       not null,
  months         smallint     not null,
  expiry_order   text         not null,
  service_code   text         not null,
  limits         jsonb        not null,
  fees           jsonb        not null,
  markup_percent numeric(5,2) not null,
  design         text,
  bureau_key     text,
  created_at     timestamptz  not null,
  constraint products_pkey primary key (id),
  constraint products_expiry_order_check check ((expiry_order = any (array['YYMM', 'MMYY']))),
  constraint products_months_check check (((months >= 1) and (months <= 120))),
  constraint products_prefix_check check ((prefix ~ '^[2-6][0-9]{5,13}$')),
  constraint products_service_code_check check ((service_code ~ '^[0-9]{3}$')),
  constraint products_partner_id_fkey foreign key (partner_id) references partners.partners(id),
  constraint products_share_no_number exclude using gist (numbers with &&)
);
create index products_partner_id_created_at_idx on programmes.products (partner_id, created_at);
grant insert, select, update on table programmes.products to florin_app;

create table programmes.settings (
  partner_id      integer     not null,
  version         integer     not null default 1,
  frame_ancestors text[]      not null default '{}'::text[],
  apple_root      text,
  google_key      text,
  created_at      timestamptz not null,
  return_url      text,
  kyc_valid       text,
  topup_site      integer,
  topup_redirects boolean     not null default true,
  topup_limits    jsonb       not null default '[]'::jsonb,
  topup_fees      jsonb       not null default '[]'::jsonb,
  constraint settings_pkey primary key (partner_id),
  constraint settings_partner_id_fkey foreign key (partner_id) references partners.partners(id),
  constraint settings_topup_site_fkey foreign key (topup_site) references directory.sites(id)
);
grant insert, select, update on table programmes.settings to florin_app;


create schema rates;
grant usage on schema rates to florin_app;

create table rates.rates (
  id          bigint      generated always as identity,
  base        text        not null,
  quote       text        not null,
  rate        numeric     not null,
  as_of       timestamptz not null,
  source      text        not null,
  recorded_at timestamptz not null,
  constraint rates_pkey primary key (id),
  constraint rate_key unique (base, quote, as_of, source),
  constraint euro_on_one_side check (((base = 'EUR') <> (quote = 'EUR'))),
  constraint rates_rate_check check (((rate > (0)::numeric) and (scale(rate) <= 20)))
);
create index rates_base_quote_as_of_id_idx on rates.rates (base, quote, as_of, id);
create trigger append_only before delete or update or truncate on rates.rates for each statement execute function florin.refuse_change();
grant insert, select on table rates.rates to florin_app;


create schema reconciliation;
grant usage on schema reconciliation to florin_app;

create table reconciliation.awaited (
  id           bigint      not null,
  due_at       timestamptz,
  leased_until timestamptz,
  constraint awaited_pkey primary key (id)
);
create index awaited_due_at_idx on reconciliation.awaited (due_at) where (due_at is not null);
grant insert, select, update on table reconciliation.awaited to florin_app;

create table reconciliation.bookings (
  id             bigint      generated always as identity,
  report_id      bigint      not null,
  line           integer     not null,
  type           text        not null,
  transaction_id bigint,
  reference      text        not null,
  booked_at      timestamptz not null,
  constraint bookings_pkey primary key (id),
  constraint booked_once unique (report_id, line),
  constraint bookings_report_id_line_fkey foreign key (report_id, line) references reconciliation.rows(report_id, line)
);
create index bookings_reference_id_idx on reconciliation.bookings (reference, id);
create unique index settled_once on reconciliation.bookings (transaction_id, type) where (transaction_id is not null);
create trigger append_only before delete or update or truncate on reconciliation.bookings for each statement execute function florin.refuse_change();
grant insert, select on table reconciliation.bookings to florin_app;

create table reconciliation.break_transitions (
  id          bigint      generated always as identity,
  break_id    bigint      not null,
  from_status text,
  to_status   text        not null,
  action      text        not null,
  actor       text        not null,
  note        text,
  occurred_at timestamptz not null,
  constraint break_transitions_pkey primary key (id),
  constraint break_transitions_break_id_fkey foreign key (break_id) references reconciliation.breaks(id)
);
create index break_transitions_break_id_id_idx on reconciliation.break_transitions (break_id, id);
create trigger append_only before delete or update or truncate on reconciliation.break_transitions for each statement execute function florin.refuse_change();
grant insert, select on table reconciliation.break_transitions to florin_app;

create table reconciliation.breaks (
  id                bigint      generated by default as identity (start with 101),
  version           integer     not null default 1,
  kind              text        not null,
  connector         text        not null,
  report_id         bigint,
  line              integer,
  transaction_id    bigint,
  reported_currency text,
  reported_minor    bigint,
  expected_currency text,
  expected_minor    bigint,
  status            text        not null,
  opened_at         timestamptz not null,
  due_at            timestamptz,
  leased_until      timestamptz,
  constraint breaks_pkey primary key (id),
  constraint breaks_check check (((kind = 'notReported') = (report_id is null))),
  constraint breaks_check1 check (((report_id is null) = (line is null))),
  constraint breaks_check2 check (((reported_currency is null) = (reported_minor is null))),
  constraint breaks_check3 check (((expected_currency is null) = (expected_minor is null))),
  constraint breaks_check4 check (((kind <> 'notReported') or (transaction_id is not null))),
  constraint breaks_kind_check check ((kind = any (array['unknown', 'unbooked', 'amount', 'fee', 'twice', 'currency', 'adjustment', 'notReported']))),
  constraint breaks_status_check check ((status = any (array['open', 'resolved', 'matched', 'accepted', 'writtenOff']))),
  constraint breaks_report_id_line_fkey foreign key (report_id, line) references reconciliation.rows(report_id, line)
);
create index breaks_due_at_idx on reconciliation.breaks (due_at) where (due_at is not null);
create index breaks_status_id_idx on reconciliation.breaks (status, id);
create index breaks_transaction_id_idx on reconciliation.breaks (transaction_id) where (transaction_id is not null);
create unique index missed_once on reconciliation.breaks (transaction_id) where (kind = 'notReported');
create unique index one_open_break on reconciliation.breaks (report_id, line) where (status = 'open');
grant insert, select, update on table reconciliation.breaks to florin_app;
grant usage on sequence reconciliation.breaks_id_seq to florin_app;

create table reconciliation.reports (
  id          bigint      generated always as identity (start with 101),
  connector   text        not null,
  name        text        not null,
  digest      bytea       not null,
  rows        integer     not null,
  recorded_by text        not null,
  recorded_at timestamptz not null,
  constraint reports_pkey primary key (id),
  constraint acquirer_report_digest unique (digest),
  constraint reports_rows_check check ((rows > 0))
);
create trigger append_only before delete or update or truncate on reconciliation.reports for each statement execute function florin.refuse_change();
grant insert, select on table reconciliation.reports to florin_app;

create table reconciliation.rows (
  id          bigint  generated always as identity,
  report_id   bigint  not null,
  line        integer not null,
  connector   text    not null,
  entry       text    not null,
  batch       text    not null,
  type        text    not null,
  key         text,
  reference   text,
  currency    text    not null,
  gross_minor bigint  not null,
  fees_minor  bigint  not null,
  net_minor   bigint  not null,
  booked_on   date    not null,
  value_on    date    not null,
  constraint rows_pkey primary key (id),
  constraint reported_once unique (connector, entry),
  constraint rows_report_id_line_key unique (report_id, line),
  constraint rows_check check ((net_minor = (gross_minor - fees_minor))),
  constraint rows_type_check check ((type = any (array['capture', 'reversal', 'refund', 'chargeback', 'representment', 'payout', 'fee', 'reserve', 'adjustment', 'transfer']))),
  constraint rows_report_id_fkey foreign key (report_id) references reconciliation.reports(id)
);
create trigger append_only before delete or update or truncate on reconciliation.rows for each statement execute function florin.refuse_change();
grant insert, select on table reconciliation.rows to florin_app;


create schema routing;
grant usage on schema routing to florin_app;

create table routing.rules (
  id         bigint      generated always as identity,
  priority   integer     not null,
  connector  text        not null,
  site_id    integer,
  currency   text,
  brand      text,
  bin        text,
  created_at timestamptz not null,
  removed_at timestamptz,
  constraint rules_pkey primary key (id),
  constraint rules_bin_check check ((bin ~ '^[0-9]{1,8}$')),
  constraint rules_priority_check check (((priority >= 1) and (priority <= 10000)))
);
grant insert, select, update on table routing.rules to florin_app;


create schema sandbox_acquirer;
grant usage on schema sandbox_acquirer to florin_app;

create table sandbox_acquirer.requests (
  authorization_key uuid        not null,
  step              integer     not null,
  key               uuid        not null,
  kind              text        not null,
  card_tail         text,
  descriptor        text,
  currency          text,
  minor             bigint,
  result            jsonb       not null,
  garbled           boolean     not null,
  next              jsonb,
  note              text,
  disputed_as       text,
  event_number      bigint,
  requested_at      timestamptz not null,
  connector         text        not null,
  sub_merchant_id   text,
  level3            jsonb,
  constraint requests_pkey primary key (connector, authorization_key, step),
  constraint requests_connector_event_number_key unique (connector, event_number),
  constraint requests_connector_key_key unique (connector, key),
  constraint requests_check check (((currency is null) = (minor is null))),
  constraint requests_check1 check (((kind = 'dispute') = (event_number is not null))),
  constraint requests_disputed_as_check check ((disputed_as = any (array['won', 'lost']))),
  constraint requests_kind_check check ((kind = any (array['auth', 'sale', 'verify', 'completeChallenge', 'capture', 'reverse', 'refund', 'bank', 'dispute', 'credit', 'evidence', 'acceptance']))),
  constraint requests_step_check check ((step >= 0))
);
create index requests_connector_requested_at_idx on sandbox_acquirer.requests (connector, requested_at) where (disputed_as is not null);
grant insert, select on table sandbox_acquirer.requests to florin_app;


create schema sandbox_bank;
grant usage on schema sandbox_bank to florin_app;

create table sandbox_bank.transfers (
  end_to_end_id  text        not null,
  account_number text        not null,
  submitted_at   timestamptz not null,
  constraint transfers_pkey primary key (end_to_end_id)
);
grant insert, select on table sandbox_bank.transfers to florin_app;


create schema sandbox_chain;
grant usage on schema sandbox_chain to florin_app;

create table sandbox_chain.blocks (
  number      bigint      not null,
  hash        text        not null,
  parent_hash text        not null,
  mined_at    timestamptz not null,
  constraint blocks_pkey primary key (number),
  constraint blocks_number_check check ((number >= 0))
);
grant insert, select, update on table sandbox_chain.blocks to florin_app;

create table sandbox_chain.transfers (
  id               bigint        generated always as identity,
  transaction_hash text          not null,
  contract         text,
  sender           text          not null,
  receiver         text          not null,
  quantity         numeric(78,0) not null,
  block_number     bigint,
  lost             boolean       not null default false,
  sent_at          timestamptz   not null,
  constraint transfers_pkey primary key (id),
  constraint transfers_transaction_hash_key unique (transaction_hash)
);
create index transfers_block_number_idx on sandbox_chain.transfers (block_number);
grant insert, select, update on table sandbox_chain.transfers to florin_app;


create schema sandbox_mailbox;
grant usage on schema sandbox_mailbox to florin_app;

create table sandbox_mailbox.emails (
  id             bigint      generated always as identity,
  key            uuid        not null,
  sender_name    text        not null,
  sender_address text        not null,
  reply_to       text,
  recipient      text        not null,
  subject        text        not null,
  text           text        not null,
  html           text        not null,
  arrivals       integer     not null default 1,
  received_at    timestamptz not null,
  attachments    jsonb       not null default '[]'::jsonb,
  constraint emails_pkey primary key (id),
  constraint emails_key_key unique (key)
);
create index emails_lower_id_idx on sandbox_mailbox.emails (lower(recipient), id);
grant insert, select, update on table sandbox_mailbox.emails to florin_app;


create schema screening;
grant usage on schema screening to florin_app;

create table screening.entries (
  id         bigint      generated always as identity,
  list       text        not null,
  reference  text        not null,
  digest     bytea       not null,
  content    jsonb       not null,
  created_at timestamptz not null,
  constraint entries_pkey primary key (id),
  constraint entry_key unique (list, reference, digest),
  constraint entries_list_check check ((list = any (array['ofac', 'eu'])))
);
create trigger append_only before delete or update or truncate on screening.entries for each statement execute function florin.refuse_change();
grant insert, select on table screening.entries to florin_app;

create table screening.hit_transitions (
  id          bigint      generated always as identity,
  hit_id      bigint      not null,
  from_status text,
  to_status   text        not null,
  action      text        not null,
  actor       text        not null,
  from_where  text        not null,
  reason      text,
  occurred_at timestamptz not null,
  constraint hit_transitions_pkey primary key (id),
  constraint hit_transitions_hit_id_fkey foreign key (hit_id) references screening.hits(id)
);
create index hit_transitions_hit_id_id_idx on screening.hit_transitions (hit_id, id);
create trigger append_only before delete or update or truncate on screening.hit_transitions for each statement execute function florin.refuse_change();
grant insert, select on table screening.hit_transitions to florin_app;

create table screening.hits (
  id                bigint      generated always as identity,
  version           integer     not null default 1,
  holder_id         text        not null collate "C",
  partner_id        integer     not null,
  facts_number      integer     not null,
  entry_id          bigint      not null,
  list              text        not null,
  reference         text        not null,
  version_id        bigint      not null,
  name              text        not null,
  score_thousandths integer     not null,
  birth             text        not null,
  country           text        not null,
  strong            boolean     not null,
  status            text        not null,
  created_at        timestamptz not null,
  decided_at        timestamptz,
  constraint hits_pkey primary key (id),
  constraint hits_birth_check check ((birth = any (array['same', 'near', 'different', 'unknown']))),
  constraint hits_country_check check ((country = any (array['same', 'near', 'different', 'unknown']))),
  constraint hits_score_thousandths_check check (((score_thousandths >= 0) and (score_thousandths <= 1000))),
  constraint hits_status_check check ((status = any (array['open', 'false_positive', 'true_match', 'superseded']))),
  constraint hits_entry_id_fkey foreign key (entry_id) references screening.entries(id),
  constraint hits_holder_id_fkey foreign key (holder_id) references screening.people(holder_id),
  constraint hits_partner_id_fkey foreign key (partner_id) references partners.partners(id),
  constraint hits_version_id_fkey foreign key (version_id) references screening.versions(id)
);
create index hits_holder_id_id_idx on screening.hits (holder_id, id);
create index hits_status_id_idx on screening.hits (status, id);
create unique index one_open_hit on screening.hits (holder_id, entry_id) where (status = 'open');
grant insert, select, update on table screening.hits to florin_app;

create table screening.lists (
  name       text    not null,
  version    integer not null default 1,
  version_id bigint,
  constraint lists_pkey primary key (name),
  constraint lists_name_check check ((name = any (array['ofac', 'eu']))),
  constraint lists_version_id_fkey foreign key (version_id) references screening.versions(id)
);
grant insert, select, update on table screening.lists to florin_app;

create table screening.people (
  holder_id     text        not null collate "C",
  version       integer     not null default 1,
  partner_id    integer     not null,
  facts_number  integer     not null,
  sealed_facts  bytea       not null,
  screened_at   timestamptz not null,
  screened_with bigint[]    not null,
  constraint people_pkey primary key (holder_id),
  constraint people_holder_id_fkey foreign key (holder_id) references holders.holders(id),
  constraint people_partner_id_fkey foreign key (partner_id) references partners.partners(id)
);
create index people_get_byte_holder_id_idx on screening.people (get_byte(sealed_facts, 0), holder_id);
grant insert, select, update on table screening.people to florin_app;

create table screening.runs (
  id           bigint      generated always as identity,
  cause        text        not null,
  after_holder text        not null collate "C" default '',
  screened     integer     not null default 0,
  hits         integer     not null default 0,
  begun_at     timestamptz not null,
  ended_at     timestamptz,
  superseded   boolean     not null default false,
  due_at       timestamptz,
  leased_until timestamptz,
  constraint runs_pkey primary key (id),
  constraint runs_check check (((ended_at is null) or (due_at is null)))
);
create unique index one_run_at_a_time on screening.runs ((true)) where (ended_at is null);
create index runs_due_at_idx on screening.runs (due_at) where (due_at is not null);
create trigger notify_due after insert on screening.runs for each statement execute function florin.notify_due();
grant insert, select, update on table screening.runs to florin_app;

create table screening.versions (
  id           bigint      generated always as identity,
  list         text        not null,
  file_digest  bytea       not null,
  published_on date,
  entries      bigint[]    not null,
  names        integer     not null,
  added        integer     not null,
  removed      integer     not null,
  bad_rows     jsonb       not null,
  loaded_at    timestamptz not null,
  constraint versions_pkey primary key (id),
  constraint versions_list_check check ((list = any (array['ofac', 'eu'])))
);
create index versions_list_id_idx on screening.versions (list, id);
create trigger append_only before delete or update or truncate on screening.versions for each statement execute function florin.refuse_change();
grant insert, select on table screening.versions to florin_app;


create schema seals;
grant usage on schema seals to florin_app;

create table seals.pages (
  seal_id bigint not null,
  name    text   not null collate "C",
  keys    text   not null,
  digests bytea  not null,
  constraint pages_pkey primary key (seal_id, name)
);
create index pages_name_seal_id_idx on seals.pages (name, seal_id);
create trigger append_only before delete or update or truncate on seals.pages for each statement execute function florin.refuse_change();
grant insert, select on table seals.pages to florin_app;

create table seals.seals (
  id        bigint      not null,
  previous  bytea       not null,
  hash      bytea       not null,
  positions jsonb       not null,
  detached  jsonb,
  sealed_at timestamptz not null,
  constraint seals_pkey primary key (id)
);
create index seals_id_idx on seals.seals (id) where (detached is not null);
create trigger append_only before delete or update or truncate on seals.seals for each statement execute function florin.refuse_change();
grant insert, select on table seals.seals to florin_app;


create schema settlement;
grant usage on schema settlement to florin_app;

create table settlement.batches (
  id         bigint      generated always as identity,
  site_id    integer     not null,
  currency   text        not null,
  cut_off_at timestamptz not null,
  part       integer     not null,
  net_minor  bigint      not null,
  payments   integer     not null,
  closed_at  timestamptz not null,
  members    bytea,
  constraint batches_pkey primary key (id),
  constraint batches_site_id_currency_cut_off_at_part_key unique (site_id, currency, cut_off_at, part)
);
grant insert, select, update on table settlement.batches to florin_app;

create table settlement.cut_offs (
  id           bigint      not null,
  due_at       timestamptz,
  leased_until timestamptz,
  constraint cut_offs_pkey primary key (id)
);
create index cut_offs_due_at_idx on settlement.cut_offs (due_at) where (due_at is not null);
grant insert, select, update on table settlement.cut_offs to florin_app;


create schema shoppers;
grant usage on schema shoppers to florin_app;

create table shoppers.card_imports (
  id          bigint      generated always as identity,
  site_id     integer     not null,
  reference   text        not null,
  card_id     bigint      not null,
  imported_at timestamptz not null,
  constraint card_imports_pkey primary key (id),
  constraint card_imports_site_id_reference_key unique (site_id, reference),
  constraint card_imports_card_id_fkey foreign key (card_id) references shoppers.cards(id)
);
create trigger append_only before delete or update or truncate on shoppers.card_imports for each statement execute function florin.refuse_change();
grant insert, select on table shoppers.card_imports to florin_app;

create table shoppers.card_renewals (
  id               bigint      generated always as identity,
  card_id          bigint      not null,
  update_id        uuid        not null,
  was_vault_token  uuid        not null,
  was_brand        text        not null,
  was_first6       text        not null,
  was_last4        text        not null,
  was_expiry_month integer     not null,
  was_expiry_year  integer     not null,
  was_fingerprint  bytea       not null,
  renewed_at       timestamptz not null,
  constraint card_renewals_pkey primary key (id),
  constraint card_renewals_card_id_fkey foreign key (card_id) references shoppers.cards(id)
);
create index card_renewals_card_id_idx on shoppers.card_renewals (card_id);
create index card_renewals_update_id_idx on shoppers.card_renewals (update_id);
create trigger append_only before delete or update or truncate on shoppers.card_renewals for each statement execute function florin.refuse_change();
grant insert, select on table shoppers.card_renewals to florin_app;

create table shoppers.cards (
  id                     bigint      generated by default as identity (start with 1001),
  shopper_id             bigint      not null,
  vault_token            uuid        not null,
  brand                  text        not null,
  first6                 text        not null,
  last4                  text        not null,
  expiry_month           integer     not null,
  expiry_year            integer     not null,
  holder_name            text,
  fingerprint            bytea       not null,
  status                 text        not null,
  network_transaction_id text,
  created_at             timestamptz not null,
  network_transaction_at timestamptz,
  holder_facts           jsonb,
  constraint cards_pkey primary key (id),
  constraint cards_check check (((network_transaction_at is null) or (network_transaction_id is not null))),
  constraint cards_expiry_month_check check (((expiry_month >= 1) and (expiry_month <= 12))),
  constraint cards_status_check check ((status = any (array['active', 'deleted']))),
  constraint cards_shopper_id_fkey foreign key (shopper_id) references shoppers.shoppers(id)
);
create index cards_first6_last4_idx on shoppers.cards (first6, last4) where (status = 'active');
create index cards_shopper_id_id_idx on shoppers.cards (shopper_id, id);
create index cards_vault_token_idx on shoppers.cards (vault_token);
create unique index stored_once on shoppers.cards (shopper_id, fingerprint, expiry_year, expiry_month) where (status = 'active');
grant insert, select, update on table shoppers.cards to florin_app;
grant usage on sequence shoppers.cards_id_seq to florin_app;

create table shoppers.seal_salts (
  shopper_id bigint not null,
  salt       bytea,
  constraint seal_salts_pkey primary key (shopper_id)
);
grant insert, select, update on table shoppers.seal_salts to florin_app;

create table shoppers.shoppers (
  id                bigint      generated always as identity (start with 1001),
  site_id           integer     not null,
  identifier        text        not null,
  version           integer     not null default 1,
  email             text,
  first_name        text,
  last_name         text,
  phone             text,
  country           text,
  state             text,
  city              text,
  address           text,
  zip_code          text,
  tags              text[]      not null default '{}'::text[],
  whitelisted       boolean     not null default false,
  whitelisted_until timestamptz,
  created_at        timestamptz not null,
  removed_at        timestamptz,
  constraint shoppers_pkey primary key (id),
  constraint shoppers_site_id_identifier_key unique (site_id, identifier)
);
create index shoppers_site_id_id_idx on shoppers.shoppers (site_id, id);
create index shoppers_site_id_lower_idx on shoppers.shoppers (site_id, lower(email));
grant insert, select, update on table shoppers.shoppers to florin_app;


create schema spending;
grant usage on schema spending to florin_app;

create or replace function spending.notify_answer()
 returns trigger
 language plpgsql
as $function$
begin
  perform pg_notify('partner_answers', new.id::text);
  return null;
end $function$;

create table spending.account_totals (
  account_id uuid   not null,
  held_minor bigint not null,
  constraint account_totals_pkey primary key (account_id),
  constraint account_totals_held_minor_check check ((held_minor >= 0))
) with (fillfactor=50);
grant insert, select, update on table spending.account_totals to florin_app;

create table spending.card_totals (
  card_id     uuid          not null,
  as_of       date          not null,
  day_minor   bigint        not null,
  week_minor  bigint        not null,
  month_minor bigint        not null,
  year_minor  bigint        not null,
  total_minor bigint        not null,
  recent      timestamptz[] not null,
  constraint card_totals_pkey primary key (card_id)
) with (fillfactor=50);
grant insert, select, update on table spending.card_totals to florin_app;

create table spending.files (
  id          bigint      generated always as identity,
  version     integer     not null default 1,
  name        text        not null,
  digest      bytea       not null,
  row_count   integer     not null,
  done        integer     not null,
  cleared     integer     not null,
  forced      integer     not null,
  refunded    integer     not null,
  repeated    integer     not null,
  rejected    integer     not null,
  started_by  text        not null,
  started_at  timestamptz not null,
  finished_at timestamptz,
  constraint files_pkey primary key (id),
  constraint files_check check (((done >= 0) and (done <= row_count))),
  constraint files_check1 check (((finished_at is not null) or (((((cleared + forced) + refunded) + repeated) + rejected) = 0))),
  constraint files_cleared_check check ((cleared >= 0)),
  constraint files_forced_check check ((forced >= 0)),
  constraint files_refunded_check check ((refunded >= 0)),
  constraint files_rejected_check check ((rejected >= 0)),
  constraint files_repeated_check check ((repeated >= 0)),
  constraint files_row_count_check check ((row_count >= 0))
);
create index files_digest_id_idx on spending.files (digest, id);
create unique index one_run_of_a_file on spending.files (digest) where (finished_at is null);
grant insert, select, update on table spending.files to florin_app;

create table spending.messages (
  id               bigint      generated always as identity,
  transaction_id   uuid,
  card_id          uuid,
  kind             text        not null,
  class            text        not null,
  sender           text        not null,
  stan             text        not null,
  sent_at          timestamptz not null,
  digest           bytea       not null,
  action           text,
  from_status      text,
  to_status        text,
  minor            bigint      not null,
  currency         text        not null,
  billed_minor     bigint,
  authorized_minor bigint,
  held_minor       bigint,
  hold             smallint,
  code             text,
  response         jsonb       not null,
  verdicts         jsonb,
  reason           text,
  original_sender  text,
  original_stan    text,
  original_sent_at timestamptz,
  original_rrn     text,
  received_at      timestamptz not null,
  constraint messages_pkey primary key (id),
  constraint message_key unique (sender, stan, sent_at, class),
  constraint messages_check check (((action is null) = (to_status is null))),
  constraint messages_class_check check ((class = any (array['authorization', 'financial', 'advice', 'reversal', 'presentment', 'issuer']))),
  constraint messages_kind_check check ((kind = any (array['authorization', 'advice', 'reversal', 'clearing', 'refund', 'challenge', 'partner', 'clock']))),
  constraint messages_minor_check check ((minor >= 0)),
  constraint waits_for_partner check (((code is not null) or ((kind = 'authorization') and (action = any (array['ask', 'increase'])))))
);
create index messages_card_id_id_idx on spending.messages (card_id, id) where ((kind = 'reversal') and (transaction_id is null));
create index messages_transaction_id_id_idx on spending.messages (transaction_id, id) where (transaction_id is not null);
create trigger append_only before delete or update or truncate on spending.messages for each statement execute function florin.refuse_change();
grant insert, select on table spending.messages to florin_app;

create table spending.presentments (
  id                uuid        not null,
  transaction_id    uuid        not null,
  kind              text        not null,
  acquirer_id       text        not null,
  presentment_id    text        not null,
  digest            bytea       not null,
  minor             bigint      not null,
  owed_minor        bigint      not null,
  merchant_minor    bigint      not null,
  merchant_currency text        not null,
  markup_minor      bigint      not null,
  is_converted      boolean     not null,
  sequence_number   smallint,
  sequence_of       smallint,
  booked_at         timestamptz not null,
  rate              numeric,
  constraint presentments_pkey primary key (id),
  constraint presentment_key unique (acquirer_id, presentment_id, kind),
  constraint presentments_check check (((owed_minor >= 0) and (owed_minor <= minor))),
  constraint presentments_check1 check ((is_converted = (rate is not null))),
  constraint presentments_kind_check check ((kind = any (array['clearing', 'refund', 'reversal']))),
  constraint presentments_markup_minor_check check ((markup_minor >= 0)),
  constraint presentments_merchant_minor_check check ((merchant_minor > 0)),
  constraint presentments_minor_check check ((minor > 0)),
  constraint presentments_rate_check check (((rate > (0)::numeric) and (scale(rate) <= 20)))
);
create index presentments_transaction_id_idx on spending.presentments (transaction_id);
create trigger append_only before delete or update or truncate on spending.presentments for each statement execute function florin.refuse_change();
grant insert, select on table spending.presentments to florin_app;

create table spending.question_pauses (
  partner_id   integer     not null,
  failures     integer     not null,
  paused_until timestamptz,
  constraint question_pauses_pkey primary key (partner_id),
  constraint question_pauses_failures_check check ((failures >= 0))
) with (fillfactor=50);
grant insert, select, update on table spending.question_pauses to florin_app;

create table spending.questions (
  id             uuid        not null,
  partner_id     integer     not null,
  transaction_id uuid        not null,
  sender         text        not null,
  stan           text        not null,
  sent_at        timestamptz not null,
  class          text        not null,
  asked_at       timestamptz not null,
  due_at         timestamptz,
  leased_until   timestamptz,
  constraint questions_pkey primary key (id),
  constraint one_question unique (sender, stan, sent_at, class)
) with (fillfactor=50);
create index questions_due_at_idx on spending.questions (due_at) where (due_at is not null);
create index questions_partner_id_id_idx on spending.questions (partner_id, id);
create trigger notify_answer after update on spending.questions for each row when (((old.due_at is not null) and (new.due_at is null))) execute function spending.notify_answer();
grant insert, select, update on table spending.questions to florin_app;

create table spending.states (
  id               uuid        not null,
  version          integer     not null default 1,
  status           text        not null,
  authorized_minor bigint      not null,
  held_minor       bigint      not null,
  holds            smallint    not null,
  cleared_minor    bigint      not null,
  refunded_minor   bigint      not null,
  due_at           timestamptz,
  leased_until     timestamptz,
  constraint states_pkey primary key (id),
  constraint states_authorized_minor_check check ((authorized_minor >= 0)),
  constraint states_cleared_minor_check check ((cleared_minor >= 0)),
  constraint states_held_minor_check check ((held_minor >= 0)),
  constraint states_holds_check check ((holds >= 0)),
  constraint states_refunded_minor_check check ((refunded_minor >= 0)),
  constraint states_status_check check ((status = any (array['challenged', 'asking', 'pending', 'completed', 'declined', 'reversed', 'expired', 'settled'])))
) with (fillfactor=50);
create index states_due_at_idx on spending.states (due_at) where (due_at is not null);
grant insert, select, update on table spending.states to florin_app;

create table spending.transactions (
  id                     uuid        not null,
  partner_id             integer     not null,
  holder_id              text        not null collate "C",
  account_id             uuid        not null,
  card_id                uuid        not null,
  type                   text        not null,
  channel                text,
  entry                  text,
  currency               text        not null,
  minor                  bigint,
  merchant_minor         bigint      not null,
  merchant_currency      text        not null,
  merchant_id            text        not null,
  terminal_id            text,
  merchant_name          text        not null,
  merchant_city          text,
  merchant_country       text,
  merchant_category      text        not null,
  acquirer_id            text        not null,
  rrn                    text,
  network_transaction_id text,
  authorization_code     text,
  recurring              boolean     not null,
  preauthorization       boolean     not null,
  posts                  boolean     not null,
  forced                 boolean     not null,
  created_at             timestamptz not null,
  rate                   numeric,
  rate_as_of             timestamptz,
  markup_minor           bigint,
  authentication_id      uuid,
  constraint transactions_pkey primary key (id),
  constraint transactions_channel_check check ((channel = any (array['online', 'inStore', 'contactless', 'atm']))),
  constraint transactions_check check ((((rate is null) = (rate_as_of is null)) and ((rate is null) = (markup_minor is null)))),
  constraint transactions_markup_minor_check check ((markup_minor >= 0)),
  constraint transactions_merchant_minor_check check ((merchant_minor >= 0)),
  constraint transactions_minor_check check ((minor >= 0)),
  constraint transactions_rate_check check (((rate > (0)::numeric) and (scale(rate) <= 20))),
  constraint transactions_type_check check ((type = any (array['purchase', 'cash', 'quasiCash', 'refund', 'verification', 'balance'])))
);
create unique index authentication_used_once on spending.transactions (authentication_id) where (authentication_id is not null);
create index transactions_card_id_authorization_code_idx on spending.transactions (card_id, authorization_code);
create index transactions_holder_id_id_idx on spending.transactions (holder_id, id);
create index transactions_network_transaction_id_card_id_idx on spending.transactions (network_transaction_id, card_id) where (network_transaction_id is not null);
create index transactions_rrn_card_id_idx on spending.transactions (rrn, card_id) where (rrn is not null);
grant insert, select, update on table spending.transactions to florin_app;


create schema staff_emails;
grant usage on schema staff_emails to florin_app;

create table staff_emails.emails (
  id            bigint      generated always as identity,
  merchant_id   integer     not null,
  staff_id      bigint,
  kind          text        not null,
  fact          text        not null,
  key           uuid        not null,
  content       jsonb       not null,
  status        text        not null,
  version       integer     not null default 1,
  attempts      integer     not null default 0,
  tries_left    integer     not null,
  last_response text,
  created_at    timestamptz not null,
  sent_at       timestamptz,
  due_at        timestamptz,
  leased_until  timestamptz,
  constraint emails_pkey primary key (id),
  constraint told_once unique nulls not distinct (merchant_id, fact, staff_id),
  constraint emails_check check (((status = 'waiting') = (due_at is not null))),
  constraint emails_check1 check (((status = 'sent') = (sent_at is not null))),
  constraint emails_status_check check ((status = any (array['waiting', 'sent', 'parked']))),
  constraint emails_tries_left_check check ((tries_left >= 0)),
  constraint emails_merchant_id_fkey foreign key (merchant_id) references directory.merchants(id),
  constraint emails_staff_id_fkey foreign key (staff_id) references access.staff(id)
);
create index emails_due_at_idx on staff_emails.emails (due_at) where (due_at is not null);
create index emails_merchant_id_id_idx on staff_emails.emails (merchant_id, id);
create trigger notify_due after insert on staff_emails.emails for each statement execute function florin.notify_due();
grant insert, select, update on table staff_emails.emails to florin_app;


create schema subscriptions;
grant usage on schema subscriptions to florin_app;

create table subscriptions.links_sent (
  order_id bigint      not null,
  sent_at  timestamptz not null,
  constraint links_sent_pkey primary key (order_id)
);
grant insert, select, update on table subscriptions.links_sent to florin_app;


create schema threeds;
grant usage on schema threeds to florin_app;

create or replace function threeds.notify_answer()
 returns trigger
 language plpgsql
as $function$
begin
  perform pg_notify('threeds', new.id::text);
  return null;
end $function$;

create table threeds.authentications (
  id                  bigint      generated always as identity,
  acs_trans_id        uuid        not null,
  server_trans_id     uuid        not null,
  ds_trans_id         uuid        not null,
  message_version     text        not null,
  digest              bytea       not null,
  card_id             uuid        not null,
  holder_id           text        not null collate "C",
  partner_id          integer     not null,
  category            text        not null,
  minor               bigint      not null,
  currency            text        not null,
  acquirer_id         text        not null,
  merchant_id         text        not null,
  merchant_name       text        not null,
  merchant_country    text,
  merchant_category   text        not null,
  notification_url    text        not null,
  results_url         text        not null,
  trans_status        text        not null,
  trans_status_reason text,
  eci                 text        not null,
  exemption           text,
  verdicts            jsonb       not null,
  created_at          timestamptz not null,
  constraint authentications_pkey primary key (id),
  constraint authenticated_once unique (server_trans_id, ds_trans_id),
  constraint authentications_acs_trans_id_key unique (acs_trans_id),
  constraint authentications_category_check check ((category = any (array['payment', 'other']))),
  constraint authentications_minor_check check ((minor >= 0)),
  constraint authentications_trans_status_check check ((trans_status = any (array['Y', 'N', 'U', 'C', 'R', 'I'])))
);
create index authentications_card_id_id_idx on threeds.authentications (card_id, id);
create trigger append_only before delete or update or truncate on threeds.authentications for each statement execute function florin.refuse_change();
grant insert, select on table threeds.authentications to florin_app;

create table threeds.challenge_transitions (
  id           bigint      generated always as identity,
  challenge_id uuid        not null,
  from_status  text,
  to_status    text        not null,
  action       text        not null,
  auth_type    text,
  actor        text        not null,
  from_where   text        not null,
  occurred_at  timestamptz not null,
  constraint challenge_transitions_pkey primary key (id)
);
create index challenge_transitions_challenge_id_id_idx on threeds.challenge_transitions (challenge_id, id);
create trigger append_only before delete or update or truncate on threeds.challenge_transitions for each statement execute function florin.refuse_change();
grant insert, select on table threeds.challenge_transitions to florin_app;

create table threeds.challenges (
  id             uuid        not null,
  version        integer     not null default 1,
  status         text        not null,
  transaction_id uuid        not null,
  holder_id      text        not null collate "C",
  cancel         text,
  session_data   text,
  created_at     timestamptz not null,
  expires_at     timestamptz not null,
  due_at         timestamptz,
  leased_until   timestamptz,
  constraint challenges_pkey primary key (id),
  constraint challenges_transaction_id_key unique (transaction_id),
  constraint challenges_status_check check ((status = any (array['initiated', 'pending', 'authorized', 'declined', 'cancelled', 'timeout', 'failed'])))
);
create index challenges_due_at_idx on threeds.challenges (due_at) where (due_at is not null);
create index challenges_holder_id_id_idx on threeds.challenges (holder_id, id) where (due_at is not null);
create trigger answered after update of status on threeds.challenges for each row when ((new.status <> old.status)) execute function threeds.notify_answer();
grant insert, select, update on table threeds.challenges to florin_app;

create table threeds.results (
  id           uuid        not null,
  status       text        not null,
  attempts     integer     not null default 0,
  due_at       timestamptz,
  leased_until timestamptz,
  constraint results_pkey primary key (id),
  constraint results_status_check check ((status = any (array['waiting', 'delivered', 'undeliverable'])))
);
create index results_due_at_idx on threeds.results (due_at) where (due_at is not null);
create trigger notify_due after insert on threeds.results for each statement execute function florin.notify_due();
grant insert, select, update on table threeds.results to florin_app;


create schema topups;
grant usage on schema topups to florin_app;

create table topups.crypto_orders (
  id         bigint      generated always as identity,
  topup_id   text        not null collate "C",
  quote_id   bigint      not null,
  address    text        not null,
  created_at timestamptz not null,
  constraint crypto_orders_pkey primary key (id),
  constraint crypto_orders_address_key unique (address),
  constraint crypto_orders_topup_id_key unique (topup_id),
  constraint quote_ordered_once unique (quote_id),
  constraint crypto_orders_quote_id_fkey foreign key (quote_id) references topups.quotes(id),
  constraint crypto_orders_topup_id_fkey foreign key (topup_id) references topups.topups(id)
);
create trigger append_only before delete or update or truncate on topups.crypto_orders for each statement execute function florin.refuse_change();
grant insert, select on table topups.crypto_orders to florin_app;

create table topups.losses (
  id          bigint      generated always as identity,
  receipt_id  uuid        not null,
  nth         smallint    not null,
  kind        text        not null,
  owed_minor  bigint      not null,
  occurred_at timestamptz not null,
  constraint losses_pkey primary key (id),
  constraint decided_once unique (receipt_id, nth),
  constraint losses_kind_check check ((kind = any (array['writtenOff', 'reclaimed', 'found']))),
  constraint losses_nth_check check ((nth > 0)),
  constraint losses_owed_minor_check check ((owed_minor >= 0)),
  constraint losses_receipt_id_fkey foreign key (receipt_id) references topups.receipts(id)
);
create trigger append_only before delete or update or truncate on topups.losses for each statement execute function florin.refuse_change();
grant insert, select on table topups.losses to florin_app;

create table topups.quotes (
  id               bigint        generated always as identity,
  holder_id        text          not null collate "C",
  asset_id         bigint        not null,
  input_type       text          not null,
  currency         text          not null,
  minor            bigint        not null,
  fee_minor        bigint        not null,
  quantity         numeric(78,0) not null,
  rate_numerator   text          not null,
  rate_denominator text          not null,
  rate_source      text          not null,
  rate_as_of       timestamptz   not null,
  sender           text          not null,
  created_at       timestamptz   not null,
  expires_at       timestamptz   not null,
  constraint quotes_pkey primary key (id),
  constraint quotes_check check (((fee_minor >= 0) and (fee_minor < minor))),
  constraint quotes_input_type_check check ((input_type = any (array['fiat', 'crypto']))),
  constraint quotes_minor_check check ((minor > 0)),
  constraint quotes_quantity_check check ((quantity > (0)::numeric)),
  constraint quotes_rate_denominator_check check ((rate_denominator ~ '^[1-9][0-9]*$')),
  constraint quotes_rate_numerator_check check ((rate_numerator ~ '^[1-9][0-9]*$')),
  constraint quotes_asset_id_fkey foreign key (asset_id) references deposits.assets(id),
  constraint quotes_holder_id_fkey foreign key (holder_id) references holders.holders(id)
);
create index quotes_holder_id_id_idx on topups.quotes (holder_id, id);
create trigger append_only before delete or update or truncate on topups.quotes for each statement execute function florin.refuse_change();
grant insert, select on table topups.quotes to florin_app;

create table topups.receipt_transitions (
  id          bigint      generated always as identity,
  receipt_id  uuid        not null,
  from_status text,
  to_status   text        not null,
  action      text        not null,
  actor       text        not null,
  from_where  text        not null,
  reason      text,
  occurred_at timestamptz not null,
  constraint receipt_transitions_pkey primary key (id),
  constraint receipt_transitions_receipt_id_fkey foreign key (receipt_id) references topups.receipts(id)
);
create index receipt_transitions_receipt_id_id_idx on topups.receipt_transitions (receipt_id, id);
create trigger append_only before delete or update or truncate on topups.receipt_transitions for each statement execute function florin.refuse_change();
grant insert, select on table topups.receipt_transitions to florin_app;

create table topups.receipts (
  id               uuid        not null,
  version          integer     not null default 1,
  topup_id         text        not null collate "C",
  status           text        not null,
  reason           text,
  currency         text,
  minor            bigint,
  fee_minor        bigint,
  recovered_minor  bigint,
  rate_numerator   text,
  rate_denominator text,
  created_at       timestamptz not null,
  due_at           timestamptz,
  leased_until     timestamptz,
  constraint receipts_pkey primary key (id),
  constraint receipts_check check (((fee_minor >= 0) and (fee_minor < minor))),
  constraint receipts_check1 check (((recovered_minor >= 0) and (recovered_minor <= (minor - fee_minor)))),
  constraint receipts_check2 check (((status = any (array['credited', 'lost', 'writtenOff', 'reclaimed'])) = (minor is not null))),
  constraint receipts_check3 check ((((minor is null) = (fee_minor is null)) and ((minor is null) = (recovered_minor is null)) and ((minor is null) = (currency is null)))),
  constraint receipts_minor_check check ((minor > 0)),
  constraint receipts_status_check check ((status = any (array['seen', 'waiting', 'credited', 'parked', 'frozen', 'returned', 'dropped', 'lost', 'writtenOff', 'reclaimed']))),
  constraint receipts_id_fkey foreign key (id) references deposits.deposits(id),
  constraint receipts_topup_id_fkey foreign key (topup_id) references topups.topups(id)
);
create index receipts_due_at_idx on topups.receipts (due_at) where (due_at is not null);
create index receipts_status_idx on topups.receipts (status) where (status = any (array['parked', 'frozen', 'lost']));
create index receipts_topup_id_idx on topups.receipts (topup_id);
create trigger notify_due after insert on topups.receipts for each statement execute function florin.notify_due();
grant insert, select, update on table topups.receipts to florin_app;

create table topups.reversals (
  id             bigint      generated always as identity,
  topup_id       text        not null collate "C",
  kind           text        not null,
  transaction_id bigint      not null,
  currency       text        not null,
  minor          bigint      not null,
  owed_minor     bigint      not null,
  occurred_at    timestamptz not null,
  constraint reversals_pkey primary key (id),
  constraint reversed_once unique (topup_id, transaction_id, kind),
  constraint reversals_check check (((owed_minor >= 0) and (owed_minor <= minor))),
  constraint reversals_kind_check check ((kind = any (array['cancel', 'refund', 'charge_back', 'representment']))),
  constraint reversals_minor_check check ((minor > 0)),
  constraint reversals_topup_id_fkey foreign key (topup_id) references topups.topups(id)
);
create trigger append_only before delete or update or truncate on topups.reversals for each statement execute function florin.refuse_change();
grant insert, select on table topups.reversals to florin_app;

create table topups.topup_transitions (
  id          bigint      generated always as identity,
  topup_id    text        not null collate "C",
  from_status text,
  to_status   text        not null,
  action      text        not null,
  actor       text        not null,
  reason      text,
  occurred_at timestamptz not null,
  constraint topup_transitions_pkey primary key (id),
  constraint topup_transitions_topup_id_fkey foreign key (topup_id) references topups.topups(id)
);
create index topup_transitions_topup_id_id_idx on topups.topup_transitions (topup_id, id);
create trigger append_only before delete or update or truncate on topups.topup_transitions for each statement execute function florin.refuse_change();
grant insert, select on table topups.topup_transitions to florin_app;

create table topups.topups (
  id             text        not null collate "C",
  version        integer     not null default 1,
  holder_id      text        not null collate "C",
  partner_id     integer     not null,
  account_id     uuid        not null,
  type           text        not null,
  status         text        not null,
  currency       text        not null,
  minor          bigint      not null,
  fee_minor      bigint      not null,
  site_id        integer,
  transaction_id bigint,
  failure_reason text,
  created_at     timestamptz not null,
  completed_at   timestamptz,
  due_at         timestamptz,
  leased_until   timestamptz,
  constraint topups_pkey primary key (id),
  constraint topups_check check (((fee_minor >= 0) and (fee_minor < minor))),
  constraint topups_check1 check (((type = 'fiat') = (site_id is not null))),
  constraint topups_check2 check (((status = 'completed') = (completed_at is not null))),
  constraint topups_id_check check ((id ~ '^topup_[0-9A-HJKMNP-TV-Z]{26}$')),
  constraint topups_minor_check check ((minor > 0)),
  constraint topups_status_check check ((status = any (array['created', 'pending', 'completed', 'failed', 'expired', 'cancelled']))),
  constraint topups_type_check check ((type = any (array['fiat', 'crypto']))),
  constraint topups_account_id_fkey foreign key (account_id) references accounts.accounts(id),
  constraint topups_holder_id_fkey foreign key (holder_id) references holders.holders(id),
  constraint topups_partner_id_fkey foreign key (partner_id) references partners.partners(id),
  constraint topups_site_id_fkey foreign key (site_id) references directory.sites(id)
);
create unique index one_topup_of_transaction on topups.topups (transaction_id) where (transaction_id is not null);
create index topups_account_id_idx on topups.topups (account_id) where (status = any (array['created', 'pending']));
create index topups_due_at_idx on topups.topups (due_at) where (due_at is not null);
create index topups_holder_id_created_at_idx on topups.topups (holder_id, created_at);
create index topups_partner_id_created_at_idx on topups.topups (partner_id, created_at);
grant insert, select, update on table topups.topups to florin_app;


create schema vault;
grant usage on schema vault to florin_vault;

create table vault.cards (
  token       uuid        not null,
  merchant_id integer     not null,
  wrapped_key bytea       not null,
  sealed      bytea       not null,
  key_version integer     not null,
  fingerprint bytea       not null,
  created_at  timestamptz not null,
  constraint cards_pkey primary key (token)
);
create index cards_key_version_idx on vault.cards (key_version);
create index cards_merchant_id_fingerprint_idx on vault.cards (merchant_id, fingerprint);
grant delete, insert, select, update on table vault.cards to florin_vault;


create schema velocity;
grant usage on schema velocity to florin_app;

create or replace function velocity.faded(count double precision, since timestamptz, now timestamptz, window_ms double precision)
 returns double precision
 language sql
 immutable
as $function$
  select case
    when extract(epoch from now - since) * 1000 > 30 * window_ms then 0
    when count * exp(-greatest(extract(epoch from now - since), 0) * 1000 / window_ms) < 0.000001 then 0
    else count * exp(-greatest(extract(epoch from now - since), 0) * 1000 / window_ms)
  end
$function$;

create unlogged table velocity.attempts (
  id       uuid        not null,
  keys     text[]      not null,
  begun_at timestamptz not null,
  asked    boolean     not null default false,
  constraint attempts_pkey primary key (id)
);
grant delete, insert, select, update on table velocity.attempts to florin_app;

create unlogged table velocity.counts (
  key        text             not null collate "C",
  begun      double precision not null,
  approved   double precision not null,
  declined   double precision not null,
  free       double precision not null,
  window_ms  double precision not null,
  held_until timestamptz,
  counted_at timestamptz      not null,
  asked      double precision not null default 0,
  constraint counts_pkey primary key (key)
) with (fillfactor=50);
grant delete, insert, select, update on table velocity.counts to florin_app;


create schema webhooks;
grant usage on schema webhooks to florin_app;

create table webhooks.attempts (
  event        bigint      not null,
  attempt      integer     not null,
  delivery_id  uuid        not null,
  url          text,
  outcome      text        not null,
  http_status  integer,
  reply        text,
  took_ms      integer     not null,
  attempted_at timestamptz not null,
  constraint attempts_pkey primary key (event, attempt, attempted_at),
  constraint attempts_outcome_check check ((outcome = any (array['delivered', 'refused', 'unreachable', 'timeout', 'forbidden', 'no_address', 'no_key'])))
);
create trigger append_only before delete or update or truncate on webhooks.attempts for each statement execute function florin.refuse_change();
grant insert, select on table webhooks.attempts to florin_app;

create table webhooks.events (
  id           bigint      generated always as identity,
  partner_id   integer     not null,
  holder_id    text        not null collate "C",
  event_id     text        not null collate "C",
  event_type   text        not null,
  body         text        not null,
  retries      text        not null,
  status       text        not null,
  version      integer     not null default 1,
  attempts     integer     not null default 0,
  tries_left   integer     not null,
  created_at   timestamptz not null,
  delivered_at timestamptz,
  due_at       timestamptz,
  leased_until timestamptz,
  constraint events_pkey primary key (id, created_at),
  constraint events_check check (((status = 'waiting') = (due_at is not null))),
  constraint events_check1 check (((status = 'delivered') = (delivered_at is not null))),
  constraint events_retries_check check ((retries = any (array['documented', 'long']))),
  constraint events_status_check check ((status = any (array['waiting', 'delivered', 'parked', 'unsent']))),
  constraint events_tries_left_check check ((tries_left >= 0))
) with (fillfactor=50);
create index events_due_at_idx on webhooks.events (due_at) where (due_at is not null);
create index events_event_id_idx on webhooks.events (event_id);
create index events_partner_id_due_at_id_idx on webhooks.events (partner_id, due_at, id) where (due_at is not null);
create index events_partner_id_id_idx on webhooks.events (partner_id, id);
create index events_partner_id_id_idx1 on webhooks.events (partner_id, id) where (status = any (array['parked', 'unsent']));
create trigger notify_due after insert on webhooks.events for each statement execute function florin.notify_due();
grant insert, select, update on table webhooks.events to florin_app;
