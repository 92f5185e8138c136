-- Documents: what holders upload to say who they are and where they live, and what they type of it.
create schema documents;
grant usage on schema documents to florin_app;

-- A verification is one visit to our pages. The address has 256 random bits, and is stored as their hash.
create table documents.verifications (
  id             uuid primary key,
  version        integer not null default 1,
  holder_id      text collate "C" not null references holders.holders,
  partner_id     integer not null references partners.partners,
  kind           text not null check (kind in ('id', 'poa')), -- poa: proof of address
  status         text not null check (status in ('open', 'handed_in', 'replaced', 'deleted')),
  token_hash     bytea not null constraint verification_token_key unique,
  language       text,
  answers        bytea, -- what was typed, under the master key; null when it is deleted
  answers_digest bytea, -- of what was handed in, under the key of fingerprints
  created_at     timestamptz not null,
  expires_at     timestamptz not null, -- the address leads nowhere any more
  handed_in_at   timestamptz,
  due_at         timestamptz, -- what it holds is deleted then; null: it is kept while the holder is a customer
  leased_until   timestamptz,
  check (status <> 'deleted' or answers is null),
  check (status not in ('open', 'replaced') or due_at is not null)
);
create index on documents.verifications (holder_id, created_at);
create index on documents.verifications (due_at) where due_at is not null;
-- A holder has one of each kind open.
create unique index one_open_verification on documents.verifications (holder_id, kind) where status = 'open';

create table documents.verification_transitions (
  id              bigint generated always as identity primary key,
  verification_id uuid not null references documents.verifications,
  from_status     text, -- null: it was started
  to_status       text not null,
  action          text not null,
  actor           text not null,
  from_where      text not null,
  occurred_at     timestamptz not null
);
create index on documents.verification_transitions (verification_id, id);
create trigger append_only before update or delete or truncate on documents.verification_transitions
  execute function florin.refuse_change();

-- One file. It is received in pieces, each sealed under a key of its own that is sealed under the master key.
create table documents.documents (
  id              uuid primary key,
  verification_id uuid not null references documents.verifications,
  holder_id       text collate "C" not null references holders.holders,
  place           text not null check (place in ('front', 'back', 'selfie', 'page-1', 'page-2', 'page-3')),
  status          text not null check (status in ('receiving', 'stored', 'removed')),
  media_type      text check (media_type in ('image/jpeg', 'image/png', 'application/pdf')),
  bytes           integer check (bytes > 0),
  chunks          integer check (chunks > 0),
  digest          bytea, -- SHA-256 of the file
  data_key        bytea, -- under the master key; null when it is removed: nothing opens the pieces any more
  created_at      timestamptz not null,
  stored_at       timestamptz,
  removed_at      timestamptz,
  check ((status = 'removed') = (data_key is null)),
  check (status <> 'stored' or (media_type is not null and bytes is not null and chunks is not null and digest is not null))
);
create index on documents.documents (verification_id);
create index on documents.documents (holder_id);
-- Of two windows that send at once one is stopped.
create unique index one_document_received on documents.documents (verification_id) where status = 'receiving';

create table documents.chunks (
  document_id uuid not null references documents.documents,
  number      integer not null,
  sealed      bytea not null,
  primary key (document_id, number)
);
-- Sealed bytes do not compress.
alter table documents.chunks alter column sealed set storage external;

grant select, insert, update on documents.verifications, documents.documents to florin_app;
grant select, insert on documents.verification_transitions to florin_app;
grant select, insert, delete on documents.chunks to florin_app;

-- Where our pages send a customer back to when everything is handed in.
alter table programmes.settings add column return_url text;
