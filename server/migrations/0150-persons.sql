-- The erasure of what is known of a person. `kind` and `subject_id` are ours, and say nothing of the person to anybody else.
create schema persons;
grant usage on schema persons to florin_app;

create table persons.erasures (
  id           bigint      generated always as identity (start with 1001) primary key,
  version      integer     not null default 1,
  kind         text        not null check (kind in ('shopper', 'holder')),
  subject_id   text        not null collate "C",
  owner_kind   text        not null collate "C",
  owner_id     text        not null collate "C",
  status       text        not null check (status in ('erasing', 'kept', 'erased')),
  requested_at timestamptz not null,
  erased_at    timestamptz,
  kept         jsonb       not null default '{}', -- until when what a duty keeps stays, by the duty
  due_at       timestamptz,
  leased_until timestamptz,
  constraint erased_once unique (kind, subject_id),
  constraint erased_in_time check ((status = 'erasing') = (erased_at is null)),
  constraint due_until_erased check ((status = 'erased') = (due_at is null))
);
create index erasures_due_at_idx on persons.erasures (due_at) where due_at is not null;
grant select, insert, update on persons.erasures to florin_app;

create trigger notify_due after insert on persons.erasures for each statement execute function florin.notify_due();

-- Since when nothing personal of a shopper is kept but what a duty keeps. It is set first: the seals compare their rows
-- by other kinds from then on.
alter table shoppers.shoppers add column erased_at timestamptz;
alter table shoppers.shoppers add constraint erased_when_removed check (erased_at is null or removed_at is not null) not valid;
