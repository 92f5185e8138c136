-- More tables whose rows grant something have codes (decision 179): authentications of 3-D Secure, which let a payment pass, what
-- credits the accounts of customers, and what acquirers report of disputes, which credits and debits merchants.
insert into florin.tables_to_bind values
  ('deposits.deposits'),
  ('disputes.events'),
  ('threeds.authentications'),
  ('threeds.challenges'),
  ('topups.quotes'),
  ('topups.receipts'),
  ('topups.topups');

-- As florin.add_codes, which has bound the tables before.
create procedure florin.add_codes_of_topups() language plpgsql as $$
declare
  name   text;
  others text;
  -- For how long at most a row counts: a challenge is answered within minutes, and what it has come to is good for a week.
  counts text;
  -- Some only say when a row is looked at next, and the code covers the others.
  free constant text[] := array['mac', 'version', 'due_at', 'leased_until'];
begin
  foreach name in array array['deposits.deposits', 'disputes.events', 'threeds.authentications', 'threeds.challenges', 'topups.quotes', 'topups.receipts', 'topups.topups'] loop
    loop
      begin
        set local lock_timeout = '2s';
        execute format('alter table %s add column if not exists mac bytea', name);
        select string_agg(quote_ident(attname), ', ' order by attnum) into others
          from pg_attribute where attrelid = name::regclass and attnum > 0 and not attisdropped and not attname = any(free);
        if name in ('threeds.authentications', 'topups.quotes') then
          execute format('drop trigger if exists append_only on %s', name);
          execute format('create trigger append_only before delete or update of %s or truncate on %s
            for each statement execute function florin.refuse_change()', others, name);
          execute format('grant update (mac) on %s to florin_app', name);
        else
          counts := case name when 'threeds.challenges' then '''31 days''' else '' end;
          execute format('create or replace trigger drop_code before update of %s on %s for each row
            when (old.mac is not null and substring(new.mac from 2 for 16) is not distinct from substring(old.mac from 2 for 16))
            execute function florin.drop_code()', others, name);
          execute format('create or replace trigger retire_code after delete on %s for each row
            when (old.mac is not null) execute function florin.retire_code(%s)', name, counts);
          execute format('create or replace trigger retire_changed_code after update on %s for each row
            when (old.mac is not null and new.mac is distinct from old.mac) execute function florin.retire_code(%s)', name, counts);
          execute format('create or replace trigger refuse_retired_code before insert or update of mac on %s
            for each row when (new.mac is not null) execute function florin.refuse_retired_code()', name);
        end if;
        exit;
      exception when lock_not_available or deadlock_detected then
        perform pg_sleep(0.2);
      end;
    end loop;
    commit;
  end loop;
  -- A new database has no rows of an older version.
  if not exists (select from directory.audit) then
    delete from florin.tables_to_bind;
  end if;
end $$;
