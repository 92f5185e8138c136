-- Lists of stored cards are of sites. The column is filled in the next migration, some rows at a time, so that nobody waits.
alter table shoppers.cards add column site_id integer;
alter table shoppers.cards add constraint cards_site_id_known check (site_id is not null) not valid;

-- Programs of the version before this one, which may still be running, store cards without it.
create function shoppers.site_of_card() returns trigger language plpgsql as $$
begin
  select s.site_id into new.site_id from shoppers.shoppers s where s.id = new.shopper_id;
  return new;
end $$;
-- The check would refuse their updates of older cards too.
create trigger site_of_card before insert or update on shoppers.cards
  for each row when (new.site_id is null) execute function shoppers.site_of_card();

create procedure shoppers.fill_sites_of_cards() language plpgsql as $$
declare
  last bigint := 0;
  done bigint;
begin
  if (select attnotnull from pg_attribute where attrelid = 'shoppers.cards'::regclass and attname = 'site_id') then
    return;
  end if;
  loop
    with next as (select id from shoppers.cards where id > last order by id limit 5000),
         filled as (update shoppers.cards c set site_id = s.site_id from shoppers.shoppers s
                    where c.id in (select id from next) and c.site_id is null and s.id = c.shopper_id)
    select max(id) into done from next;
    exit when done is null;
    last := done;
    commit;
  end loop;
  alter table shoppers.cards validate constraint cards_site_id_known;
  commit;
  -- The constraint proves it, so the table is not read again.
  set local lock_timeout = '10s';
  alter table shoppers.cards alter column site_id set not null;
  alter table shoppers.cards drop constraint cards_site_id_known;
end $$;

-- The next migration builds it beside those who write. In a new database the key by which a card is found comes behind it (0095).
do $$
begin
  if not exists (select from shoppers.cards) then
    create index cards_by_expiry on shoppers.cards (site_id, expiry_year, expiry_month) where status = 'active';
    drop index shoppers.stored_once;
    create unique index stored_once on shoppers.cards (shopper_id, fingerprint, expiry_year, expiry_month) where status = 'active';
  end if;
end $$;
