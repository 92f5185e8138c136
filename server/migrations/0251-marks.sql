-- After a restore what falls due by itself waits for a person: decision 183.

-- What each process of production has written last, so that it sees when the database does not have it any more. `before` is
-- what it had written before that: a process that was killed between the two knows that one.
create table florin.marks (
  process  uuid        primary key,
  token    uuid        not null,
  before   uuid,
  -- The database as PostgreSQL tells it from others, and how often it has begun anew from a backup or a replica.
  place    text        not null,
  timeline bigint      not null,
  made_at  timestamptz not null
);
create index on florin.marks (made_at);
grant select, insert, update on florin.marks to florin_app;

alter table florin.installation add column held_at timestamptz, add column held_because text,
  add constraint held_for_a_reason check ((held_at is null) = (held_because is null));
create or replace trigger drop_code before update of id, environment, program, sources, described_at, held_at, held_because on florin.installation for each row
  when (old.mac is not null and substring(new.mac from 2 for 16) is not distinct from substring(old.mac from 2 for 16))
  execute function florin.drop_code();

-- Every number that is handed out from now on is beyond those that the lost time may have handed out, in one commit: setval is
-- never undone, so the same call may be made again. A sequence of integers keeps most of its room.
create function florin.skip_numbers() returns void language plpgsql security definer set search_path to 'pg_catalog', 'pg_temp' as $$
declare
  one record;
begin
  for one in
    select s.schemaname, s.sequencename, s.max_value, coalesce(s.last_value, s.start_value) as at
      from pg_sequences s
     where has_schema_privilege('florin_app', s.schemaname, 'usage') and s.schemaname not in ('public', 'seals') and s.schemaname !~ '^pg_'
        or s.schemaname in ('vault', 'issuervault')
  loop
    perform setval(format('%I.%I', one.schemaname, one.sequencename)::regclass,
      least(one.at + case when one.max_value > 2147483647 then 1000000 else 10000 end, one.max_value - 1));
  end loop;
end $$;
revoke execute on function florin.skip_numbers() from public;
grant execute on function florin.skip_numbers() to florin_app;
