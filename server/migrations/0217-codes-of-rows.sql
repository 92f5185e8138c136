-- Rows that grant something have a code under a master key: decision 179.

-- A code that a row of a table had and has no more, or of a row that is gone: no row has it again. After `until` no row with it
-- would count for anything.
create table florin.retired_codes (
  place  text        not null,
  chance bytea       not null,
  until  timestamptz,
  primary key (place, chance)
);
create index on florin.retired_codes (until) where until is not null;
grant select on florin.retired_codes to florin_app;

-- The argument says for how long at most a row of the table counts. Nothing that the row says decides it.
create function florin.retire_code() returns trigger language plpgsql security definer set search_path to 'pg_catalog', 'pg_temp' as $$
declare
  over timestamptz := case when tg_nargs > 0 then now() + tg_argv[0]::interval end;
begin
  if tg_op = 'UPDATE' then
    -- A code under another master key.
    if substring(old.mac from 2 for 16) = substring(new.mac from 2 for 16) then
      return null;
    end if;
  -- What was over anyway. As long as it has a code, its end is what the code covers: see drop_code.
  elsif (to_jsonb(old) ->> 'expires_at')::timestamptz < now() - interval '1 day' then
    return null;
  end if;
  insert into florin.retired_codes as kept (place, chance, until)
    values (tg_table_schema || '.' || tg_table_name, substring(old.mac from 2 for 16), over)
    on conflict (place, chance) do update
      set until = case when kept.until is null or excluded.until is null then null else greatest(kept.until, excluded.until) end;
  return null;
end $$;

create function florin.refuse_retired_code() returns trigger language plpgsql security definer set search_path to 'pg_catalog', 'pg_temp' as $$
begin
  if exists (select from florin.retired_codes
              where place = tg_table_schema || '.' || tg_table_name and chance = substring(new.mac from 2 for 16)) then
    raise exception 'a row of % has a code that was retired', tg_table_schema || '.' || tg_table_name;
  end if;
  return new;
end $$;

-- A row whose covered columns are written without a code of a new chance has none: as it was before, it does not come back.
create function florin.drop_code() returns trigger language plpgsql set search_path to 'pg_catalog', 'pg_temp' as $$
begin
  new.mac := null;
  return new;
end $$;

-- By the clock of the database, and a day later: nobody who has the rights of the program alone can make it sooner.
create function florin.forget_retired_codes() returns void language sql security definer set search_path to 'pg_catalog', 'pg_temp' as $$
  delete from florin.retired_codes where until < now() - interval '1 day'
$$;
revoke execute on function florin.forget_retired_codes() from public;
grant execute on function florin.forget_retired_codes() to florin_app;

-- The tables with rows of an older version, which have no code yet. No role of the program adds one.
create table florin.tables_to_bind (name text primary key);
grant select on florin.tables_to_bind to florin_app;

-- The table has no row without a code any more. False while it has: then nothing is changed.
create function florin.end_binding(bound text) returns boolean language plpgsql security definer set search_path to 'pg_catalog', 'pg_temp' as $$
declare
  lacks boolean;
begin
  if not exists (select from florin.tables_to_bind where name = bound) then
    return true;
  end if;
  execute format('select exists (select from %s where mac is null)', bound::regclass) into lacks;
  if lacks then
    return false;
  end if;
  delete from florin.tables_to_bind where name = bound;
  return true;
end $$;
revoke execute on function florin.end_binding(text) from public;
grant execute on function florin.end_binding(text) to florin_app;

insert into florin.tables_to_bind values
  ('access.approvals'),
  ('access.staff'),
  ('access.staff_challenges'),
  ('access.staff_factors'),
  ('access.staff_invitations'),
  ('access.staff_recovery_codes'),
  ('access.staff_sessions'),
  ('access.staff_tokens'),
  ('access.token_keys'),
  ('accounts.accounts'),
  ('cards.cards'),
  ('cards.page_tokens'),
  ('deposits.addresses'),
  ('deposits.assets'),
  ('deposits.chains'),
  ('deposits.keys'),
  ('directory.audit'),
  ('directory.merchant_details'),
  ('directory.site_keys'),
  ('directory.sites'),
  ('exports.exports'),
  ('fee_invoices.billing_details'),
  ('fee_invoices.months'),
  ('holders.holders'),
  ('holders.password_resets'),
  ('holders.pending_logins'),
  ('holders.refresh_tokens'),
  ('holders.registrations'),
  ('holders.sessions'),
  ('holders.wallet_challenges'),
  ('holders.wallets'),
  ('kyc.cases'),
  ('kyc.identity_checks'),
  ('kyc.submissions'),
  ('merchant_payouts.bank_accounts'),
  ('merchant_payouts.earnings'),
  ('merchant_payouts.payouts'),
  ('merchant_payouts.terms'),
  ('partners.api_keys'),
  ('partners.partners'),
  ('partners.signing_keys'),
  ('pricing.removals'),
  ('pricing.rules'),
  ('processors.connections'),
  ('processors.credentials'),
  ('programmes.products'),
  ('programmes.settings'),
  ('rates.rates'),
  ('routing.pauses'),
  ('routing.rules'),
  ('shoppers.card_imports'),
  ('velocity.blocks'),
  ('wallets.accounts'),
  ('wallets.keys');

-- Whether a second factor is asked of the person. The code of a person covers it, so that a factor which is taken away by hand takes
-- nothing away.
alter table access.staff add column has_second_factor boolean not null default false;
update access.staff set has_second_factor = true
  where exists (select from access.staff_factors f where f.staff_id = access.staff.id and f.removed_at is null);

-- A version that knows of no codes would seal the new column as a fact of its rows, and no seal can be corrected. So it seals
-- nothing from here on, also while it runs beside this one, whose connections have a name that says what it knows.
create function seals.refuse_older_version() returns trigger language plpgsql as $$
begin
  if current_setting('application_name') !~ '/[0-9]+$' then
    raise exception 'rows are sealed by the newer version of the program that runs beside this one';
  end if;
  return null;
end $$;
create trigger refuse_older_version before insert on seals.seals for each statement execute function seals.refuse_older_version();

-- Adds the column and its triggers, a table at a time, while others work with it. Of a table that only grows, no row is changed
-- or removed, so no code is retired.
create procedure florin.add_codes() language plpgsql as $$
declare
  name     text;
  others   text;
  -- For how long at most a row counts; others count until they are ended.
  counts constant jsonb := '{
    "access.staff_challenges": "3 days", "access.staff_invitations": "30 days", "access.staff_sessions": "3 days",
    "access.token_keys": "100 days", "cards.page_tokens": "3 days", "holders.password_resets": "3 days",
    "holders.pending_logins": "3 days", "holders.refresh_tokens": "31 days", "holders.registrations": "3 days",
    "holders.sessions": "31 days", "holders.wallet_challenges": "3 days"}';
  -- The columns that no code covers, as the modules list them in bound.ts.
  free constant jsonb := '{
    "access.staff": ["seal_salt"],
    "access.staff_factors": ["last_step", "counter", "last_used_at"],
    "access.staff_sessions": ["last_used_at"],
    "deposits.keys": ["next_index"],
    "exports.exports": ["rows", "bytes", "chunks", "place", "data_key", "failure", "tries", "ended_at", "emailed_at", "email_tries", "due_at", "leased_until", "estimate"],
    "directory.site_keys": ["used_at"],
    "holders.holders": ["seal_salt"],
    "kyc.cases": ["due_at", "leased_until"],
    "kyc.identity_checks": ["attempts", "last_response", "due_at", "leased_until"],
    "merchant_payouts.payouts": ["due_at", "due_tries", "leased_until"],
    "merchant_payouts.terms": ["due_at", "leased_until"],
    "processors.connections": ["checked_at", "check_problem"]}';
  only_grows constant text[] := array['deposits.addresses', 'directory.audit', 'fee_invoices.months', 'merchant_payouts.earnings', 'pricing.removals', 'pricing.rules', 'rates.rates', 'shoppers.card_imports'];
begin
  for name in select t.name from florin.tables_to_bind t order by t.name loop
    loop
      begin
        set local lock_timeout = '2s';
        execute format('alter table %s add column if not exists mac bytea', name);
        if name = any(only_grows) then
          select string_agg(quote_ident(attname), ', ' order by attnum) into others
            from pg_attribute where attrelid = name::regclass and attnum > 0 and not attisdropped and attname <> 'mac';
          execute format('drop trigger if exists append_only on %s', name);
          execute format('create trigger append_only before delete or update of %s or truncate on %s
            for each statement execute function florin.refuse_change()', others, name);
        else
          select string_agg(quote_ident(attname), ', ' order by attnum) into others
            from pg_attribute where attrelid = name::regclass and attnum > 0 and not attisdropped and attgenerated = ''
              and attname not in ('mac', 'version') and not coalesce(free -> name ? attname::text, false);
          execute format('create or replace trigger drop_code before update of %s on %s for each row
            when (old.mac is not null and substring(new.mac from 2 for 16) is not distinct from substring(old.mac from 2 for 16))
            execute function florin.drop_code()', others, name);
          execute format('create or replace trigger retire_code after delete on %s for each row
            when (old.mac is not null) execute function florin.retire_code(%s)', name, coalesce(quote_literal(counts ->> name), ''));
          -- Not of "mac" alone: drop_code takes it from rows of statements that do not name it.
          execute format('create or replace trigger retire_changed_code after update on %s for each row
            when (old.mac is not null and new.mac is distinct from old.mac) execute function florin.retire_code(%s)',
            name, coalesce(quote_literal(counts ->> name), ''));
          execute format('create or replace trigger refuse_retired_code before insert or update of mac on %s
            for each row when (new.mac is not null) execute function florin.refuse_retired_code()', name);
        end if;
        if not has_table_privilege('florin_app', name, 'update') then
          execute format('grant update (mac) on %s to florin_app', name);
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

