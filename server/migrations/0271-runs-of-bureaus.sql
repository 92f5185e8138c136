-- Files for the bureaus that make physical cards: a run claims its cards before its file is made, and its id is in the file.
create table cards.bureau_runs (
  id         uuid primary key, -- of version 7: it sorts by time
  version    integer not null default 1, -- counts who has taken it up
  product_id uuid not null references programmes.products (id),
  status     text not null check (status in ('begun', 'done', 'givenUp')),
  begun_by   text not null,
  begun_at   timestamptz not null,
  ended_at   timestamptz,
  check ((status = 'begun') = (ended_at is null))
);
create index on cards.bureau_runs (begun_at) where status = 'begun';

create table cards.bureau_claims (
  run_id   uuid not null references cards.bureau_runs (id),
  card_id  uuid not null references cards.cards (id),
  released boolean not null default false, -- the run was given up, and the card waits again
  primary key (run_id, card_id)
);
create unique index one_claim on cards.bureau_claims (card_id) where not released;

grant select, insert, update on cards.bureau_runs, cards.bureau_claims to florin_app;
