-- Deposits: chains that are watched, the addresses that customers pay to, and what has arrived at them.
create schema deposits;
grant usage on schema deposits to florin_app;

-- An extended public key. Each address has an index of its own, on whatever chain it is used.
create table deposits.keys (
  id         bigint generated always as identity primary key,
  version    integer not null default 1,
  xpub       text not null unique,
  next_index integer not null default 0 check (next_index >= 0),
  created_at timestamptz not null
);

create table deposits.chains (
  id         bigint generated always as identity primary key,
  version    integer not null default 1,
  name       text not null unique, -- `blockchain` on the wire
  evm_id     bigint not null unique check (evm_id > 0), -- EIP-155
  key_id     bigint not null references deposits.keys, -- new addresses are of this one
  active     boolean not null, -- an inactive one takes no new orders; it is watched on
  created_at timestamptz not null
);

create table deposits.assets (
  id            bigint generated always as identity primary key,
  version       integer not null default 1,
  chain_id      bigint not null references deposits.chains,
  code          text not null, -- USDC
  contract      text, -- null: the coin of the chain
  decimals      integer not null check (decimals between 0 and 36), -- of the contract
  confirmations integer not null check (confirmations between 1 and 100),
  minimum       numeric(78,0) not null check (minimum > 0),
  maximum       numeric(78,0) not null check (maximum >= minimum),
  active        boolean not null,
  created_at    timestamptz not null,
  unique (chain_id, code),
  unique nulls not distinct (chain_id, contract)
);

-- How far a chain is read. The hashes of the last blocks, 32 bytes each and the newest first, show a reorganisation.
create table deposits.cursors (
  id           bigint primary key references deposits.chains,
  version      integer not null default 1,
  block_number bigint, -- null: it begins with the newest block
  hashes       bytea not null,
  head_number  bigint, -- of the chain, when it was last read
  read_at      timestamptz,
  trouble      text, -- why it was not read the last time
  due_at       timestamptz,
  leased_until timestamptz
);
create index on deposits.cursors (due_at);
create trigger notify_due after insert on deposits.cursors execute function florin.notify_due();

-- An address is for one order and never for another, and it is watched for good, on all chains.
create table deposits.addresses (
  id         bigint generated always as identity primary key,
  key_id     bigint not null references deposits.keys,
  key_index  integer not null check (key_index >= 0),
  address    text not null unique,
  chain_id   bigint not null references deposits.chains, -- where it was expected
  asset_id   bigint not null references deposits.assets,
  order_id   text not null unique, -- of whatever the deposit pays for
  holder_id  text collate "C" not null references holders.holders,
  created_at timestamptz not null,
  unique (key_id, key_index)
);
create trigger append_only before update or delete or truncate on deposits.addresses
  execute function florin.refuse_change();

-- What a transaction has moved to one of the addresses. It is named by the transaction and its place in it, which a
-- reorganisation does not change, so it is counted once.
create table deposits.deposits (
  id               uuid primary key,
  version          integer not null default 1,
  chain_id         bigint not null references deposits.chains,
  transaction_hash text not null,
  position         integer not null check (position >= -1), -- of the log in its transaction; -1: the coin of the chain
  address_id       bigint not null references deposits.addresses,
  asset_id         bigint references deposits.assets, -- null: none of ours
  contract         text,
  sender           text not null,
  quantity         numeric(78,0) not null check (quantity > 0),
  status           text not null check (status in ('seen', 'confirmed', 'orphaned', 'final')),
  block_number     bigint not null,
  block_hash       text not null,
  confirmations    integer not null check (confirmations >= 0),
  needed           integer not null check (needed > 0),
  created_at       timestamptz not null,
  constraint one_deposit unique (chain_id, transaction_hash, position)
);
create index on deposits.deposits (chain_id, block_number);
create index on deposits.deposits (address_id);
create index on deposits.deposits (chain_id, block_number) where status in ('seen', 'confirmed');

create table deposits.deposit_transitions (
  id           bigint generated always as identity primary key,
  deposit_id   uuid not null references deposits.deposits,
  from_status  text,
  to_status    text not null,
  action       text not null,
  block_number bigint not null,
  block_hash   text not null,
  occurred_at  timestamptz not null
);
create index on deposits.deposit_transitions (deposit_id, id);
create trigger append_only before update or delete or truncate on deposits.deposit_transitions
  execute function florin.refuse_change();

grant select, insert on deposits.addresses, deposits.deposit_transitions to florin_app;
grant select, insert, update on deposits.keys, deposits.chains, deposits.assets, deposits.cursors, deposits.deposits to florin_app;

-- The chain of staging: it stands for a system outside, so it writes by itself.
create schema sandbox_chain;
grant usage on schema sandbox_chain to florin_app;

create table sandbox_chain.blocks (
  number      bigint primary key check (number >= 0),
  hash        text not null,
  parent_hash text not null,
  mined_at    timestamptz not null
);

create table sandbox_chain.transfers (
  id               bigint generated always as identity primary key,
  transaction_hash text not null unique,
  contract         text, -- null: the coin of the chain
  sender           text not null,
  receiver         text not null,
  quantity         numeric(78,0) not null,
  block_number     bigint, -- null: it waits for the next block
  lost             boolean not null default false, -- a reorganisation has dropped it for good
  sent_at          timestamptz not null
);
create index on sandbox_chain.transfers (block_number);

grant select, insert, update on sandbox_chain.blocks, sandbox_chain.transfers to florin_app;
