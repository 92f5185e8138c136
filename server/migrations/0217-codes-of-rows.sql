-- Rows that grant something have a code under a master key: decision 179.

-- A code that a row had and has no more, or of a row that is gone: no row has it again. After `until` the row would count for nothing anyway.
create table florin.retired_codes (
  chance bytea       primary key,
  until  timestamptz
);
create index on florin.retired_codes (until) where until is not null;
grant select on florin.retired_codes to florin_app;

-- The argument names the column after whose moment the row counts for nothing.
create function florin.retire_code() returns trigger language plpgsql security definer set search_path to 'pg_catalog', 'pg_temp' as $$
declare
  over timestamptz := case when tg_nargs > 0 then (to_jsonb(old) ->> tg_argv[0])::timestamptz end;
begin
  if tg_op = 'UPDATE' then
    if substring(old.mac from 2 for 16) = substring(new.mac from 2 for 16) then
      return null;
    end if;
  end if;
  insert into florin.retired_codes (chance, until) values (substring(old.mac from 2 for 16), over) on conflict do nothing;
  return null;
end $$;

create function florin.refuse_retired_code() returns trigger language plpgsql security definer set search_path to 'pg_catalog', 'pg_temp' as $$
begin
  if exists (select from florin.retired_codes where chance = substring(new.mac from 2 for 16)) then
    raise exception 'a row of % has a code that was retired', tg_table_schema || '.' || tg_table_name;
  end if;
  return new;
end $$;

-- By the clock of the database, and a day later: nobody who has the rights of the program alone can make it sooner.
create function florin.forget_retired_codes() returns void language sql security definer set search_path to 'pg_catalog', 'pg_temp' as $$
  delete from florin.retired_codes where until < now() - interval '1 day'
$$;
revoke execute on function florin.forget_retired_codes() from public;
grant execute on function florin.forget_retired_codes() to florin_app;

-- The tables with rows of an older version, which have no code yet. Nobody but a migration adds one.
create table florin.tables_to_bind (name text primary key);
grant select, delete on florin.tables_to_bind to florin_app;

insert into florin.tables_to_bind
  select name from unnest(array[
    'access.approvals',
    'access.staff',
    'access.staff_challenges',
    'access.staff_factors',
    'access.staff_invitations',
    'access.staff_recovery_codes',
    'access.staff_sessions',
    'access.staff_tokens',
    'access.token_keys',
    'accounts.accounts',
    'cards.cards',
    'cards.page_tokens',
    'deposits.addresses',
    'deposits.assets',
    'deposits.chains',
    'deposits.keys',
    'directory.audit',
    'directory.merchant_details',
    'directory.site_keys',
    'directory.sites',
    'fee_invoices.billing_details',
    'holders.holders',
    'holders.password_resets',
    'holders.pending_logins',
    'holders.refresh_tokens',
    'holders.registrations',
    'holders.sessions',
    'holders.wallet_challenges',
    'holders.wallets',
    'kyc.cases',
    'merchant_payouts.bank_accounts',
    'merchant_payouts.terms',
    'partners.api_keys',
    'partners.partners',
    'partners.signing_keys',
    'pricing.removals',
    'pricing.rules',
    'processors.connections',
    'processors.credentials',
    'programmes.products',
    'programmes.settings',
    'rates.rates',
    'routing.pauses',
    'routing.rules',
    'velocity.blocks',
    'wallets.accounts',
    'wallets.keys'
  ]) as name where exists (select from directory.audit);

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
  over     text;
  only_grows constant text[] := array['deposits.addresses', 'directory.audit', 'pricing.removals', 'pricing.rules', 'rates.rates'];
begin
  foreach name in array array[
    'access.approvals',
    'access.staff',
    'access.staff_challenges',
    'access.staff_factors',
    'access.staff_invitations',
    'access.staff_recovery_codes',
    'access.staff_sessions',
    'access.staff_tokens',
    'access.token_keys',
    'accounts.accounts',
    'cards.cards',
    'cards.page_tokens',
    'deposits.addresses',
    'deposits.assets',
    'deposits.chains',
    'deposits.keys',
    'directory.audit',
    'directory.merchant_details',
    'directory.site_keys',
    'directory.sites',
    'fee_invoices.billing_details',
    'holders.holders',
    'holders.password_resets',
    'holders.pending_logins',
    'holders.refresh_tokens',
    'holders.registrations',
    'holders.sessions',
    'holders.wallet_challenges',
    'holders.wallets',
    'kyc.cases',
    'merchant_payouts.bank_accounts',
    'merchant_payouts.terms',
    'partners.api_keys',
    'partners.partners',
    'partners.signing_keys',
    'pricing.removals',
    'pricing.rules',
    'processors.connections',
    'processors.credentials',
    'programmes.products',
    'programmes.settings',
    'rates.rates',
    'routing.pauses',
    'routing.rules',
    'velocity.blocks',
    'wallets.accounts',
    'wallets.keys'
  ] loop
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
          -- An approval that is over counts again when its status is put back.
          select case when name <> 'access.approvals' and count(*) > 0 then '''expires_at''' else '' end into over
            from pg_attribute where attrelid = name::regclass and attname = 'expires_at';
          execute format('create or replace trigger retire_code after delete or update of mac on %s
            for each row when (old.mac is not null) execute function florin.retire_code(%s)', name, over);
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
end $$;

