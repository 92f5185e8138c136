-- Sanctions screening: the lists that were loaded, the persons that are compared with them, and where they are alike.
create schema screening;
grant usage on schema screening to florin_app;

-- What a list says of one person or organisation. An entry that changes is another row, so that a version of a list is a list of rows.
create table screening.entries (
  id         bigint generated always as identity primary key,
  list       text not null check (list in ('ofac', 'eu')),
  reference  text not null, -- how the list names it
  digest     bytea not null, -- SHA-256 of the reference and the content
  content    jsonb not null, -- {type, names, births, countries, programmes, wallets, remarks}
  created_at timestamptz not null,
  constraint entry_key unique (list, reference, digest)
);
create trigger append_only before update or delete or truncate on screening.entries
  execute function florin.refuse_change();

-- A list as it was loaded, whole. One that broke off has no row.
create table screening.versions (
  id           bigint generated always as identity primary key,
  list         text not null check (list in ('ofac', 'eu')),
  file_digest  bytea not null, -- SHA-256 of the files
  published_on date, -- as the file says
  entries      bigint[] not null,
  names        integer not null,
  added        integer not null, -- entries that the version before does not have, or has otherwise
  removed      integer not null,
  bad_rows     jsonb not null, -- [{line, problem}]: they were left out
  loaded_at    timestamptz not null
);
create index on screening.versions (list, id);
create trigger append_only before update or delete or truncate on screening.versions
  execute function florin.refuse_change();

-- Which version of a list counts. Whoever compares a person guards the row, so that no person is between two versions.
create table screening.lists (
  name       text primary key check (name in ('ofac', 'eu')),
  version    integer not null default 1,
  version_id bigint references screening.versions
);

-- What is compared of a customer: names, birth, countries, sealed. It is read again whenever a list changes.
create table screening.people (
  holder_id     text collate "C" primary key references holders.holders,
  version       integer not null default 1,
  partner_id    integer not null references partners.partners,
  facts_number  integer not null, -- counts how often the facts changed
  sealed_facts  bytea not null,
  screened_at   timestamptz not null,
  screened_with bigint[] not null -- the versions of the lists
);
create index on screening.people (get_byte(sealed_facts, 0), holder_id); -- to be sealed again after a rotation

-- A person and an entry with like names.
create table screening.hits (
  id                bigint generated always as identity primary key,
  version           integer not null default 1,
  holder_id         text collate "C" not null references screening.people,
  partner_id        integer not null references partners.partners,
  facts_number      integer not null, -- of the person, when they were compared
  entry_id          bigint not null references screening.entries,
  list              text not null,
  reference         text not null,
  version_id        bigint not null references screening.versions, -- of the list, when they were compared
  name              text not null, -- of the entry, the one that is most alike
  score_thousandths integer not null check (score_thousandths between 0 and 1000),
  birth             text not null check (birth in ('same', 'near', 'different', 'unknown')),
  country           text not null check (country in ('same', 'near', 'different', 'unknown')),
  strong            boolean not null, -- holds the person up at once
  status            text not null check (status in ('open', 'false_positive', 'true_match', 'superseded')),
  created_at        timestamptz not null,
  decided_at        timestamptz
);
create unique index one_open_hit on screening.hits (holder_id, entry_id) where status = 'open';
create index on screening.hits (holder_id, id);
create index on screening.hits (status, id);

create table screening.hit_transitions (
  id          bigint generated always as identity primary key,
  hit_id      bigint not null references screening.hits,
  from_status text, -- null: it was found
  to_status   text not null,
  action      text not null,
  actor       text not null,
  from_where  text not null,
  reason      text,
  occurred_at timestamptz not null
);
create index on screening.hit_transitions (hit_id, id);
create trigger append_only before update or delete or truncate on screening.hit_transitions
  execute function florin.refuse_change();

-- Everybody is compared again: how far that is.
create table screening.runs (
  id           bigint generated always as identity primary key,
  cause        text not null, -- 'list' or 'asked'
  after_holder text collate "C" not null default '', -- everybody up to here is done
  screened     integer not null default 0,
  hits         integer not null default 0,
  begun_at     timestamptz not null,
  ended_at     timestamptz,
  superseded   boolean not null default false, -- it ended because another one began
  due_at       timestamptz,
  leased_until timestamptz,
  check (ended_at is null or due_at is null)
);
create unique index one_run_at_a_time on screening.runs ((true)) where ended_at is null;
create index on screening.runs (due_at) where due_at is not null;
create trigger notify_due after insert on screening.runs execute function florin.notify_due();

grant select, insert on screening.entries, screening.versions, screening.hit_transitions to florin_app;
grant select, insert, update on screening.lists, screening.people, screening.hits, screening.runs to florin_app;
