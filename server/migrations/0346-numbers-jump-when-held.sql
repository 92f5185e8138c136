-- Numbers jump when the hold begins, before anybody is served: decision 183. A sequence that begins anew at its end (the numbers
-- of requests to a host within a day) goes on past its end instead of stopping there, where the first numbers of the day follow.
create or replace function florin.skip_numbers() returns void language plpgsql security definer set search_path to 'pg_catalog', 'pg_temp' as $$
declare
  one record;
  beyond bigint;
begin
  for one in
    select s.schemaname, s.sequencename, s.min_value, s.max_value, s.cycle, coalesce(s.last_value, s.start_value) as at
      from pg_sequences s
     where has_schema_privilege('florin_app', s.schemaname, 'usage') and s.schemaname not in ('public', 'seals') and s.schemaname !~ '^pg_'
        or s.schemaname in ('vault', 'issuervault')
  loop
    beyond := case
      when one.cycle then one.min_value + (one.at - one.min_value + 10000) % (one.max_value - one.min_value + 1)
      else least(one.at + case when one.max_value > 2147483647 then 1000000 else 10000 end, one.max_value - 1)
    end;
    perform setval(format('%I.%I', one.schemaname, one.sequencename)::regclass, beyond);
  end loop;
end $$;

-- What is held now was held by a program that moved them at the end.
do $$ begin
  if exists (select from florin.installation where held_at is not null) then
    perform florin.skip_numbers();
  end if;
end $$;
