-- What this installation is: decision 182. One row, with a code under a master key; `florin start` and `florin migrate` make it.
create table florin.installation (
  id           integer     primary key default 1 check (id = 1),
  environment  text        not null check (environment in ('staging', 'production')),
  -- Of the program that was started last: its version, and the settings that decide for others too.
  program      text        not null,
  sources      jsonb       not null,
  described_at timestamptz not null,
  version      integer     not null default 1,
  mac          bytea
);
create unique index installation_mac on florin.installation (mac) where mac is not null;
create trigger drop_code before update of id, environment, program, sources, described_at on florin.installation for each row
  when (old.mac is not null and substring(new.mac from 2 for 16) is not distinct from substring(old.mac from 2 for 16))
  execute function florin.drop_code();
create trigger retire_code after delete on florin.installation for each row
  when (old.mac is not null) execute function florin.retire_code();
create trigger retire_changed_code after update on florin.installation for each row
  when (old.mac is not null and new.mac is distinct from old.mac) execute function florin.retire_code();
create trigger refuse_retired_code before insert or update of mac on florin.installation for each row
  when (new.mac is not null) execute function florin.refuse_retired_code();
grant select, insert, update on florin.installation to florin_app;
