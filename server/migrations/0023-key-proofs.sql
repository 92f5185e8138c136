-- What proves that the master keys of a process belong to this database: a known text under each of them. A key that
-- seals has a row for each of its numbers; version 0 is the digest under a key that is never rotated.
create table directory.key_proofs (
  purpose text collate "C" not null,
  version smallint not null check (version between 0 and 255),
  proof   bytea not null,
  made_at timestamptz not null,
  primary key (purpose, version)
);
create trigger append_only before update or delete or truncate on directory.key_proofs
  execute function florin.refuse_change();

grant select, insert on directory.key_proofs to florin_app;
