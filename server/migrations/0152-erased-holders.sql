-- Since when nothing personal of a customer of a partner is kept but what a duty keeps.
alter table holders.holders add column erased_at timestamptz;
alter table holders.holders add constraint erased_when_closed check (erased_at is null or status = 'closed') not valid;

-- The address that a physical card was sent to goes with its holder.
alter table cards.cards drop constraint cards_check1;
alter table cards.cards add constraint cards_check1 check (not virtual or sealed_delivery is null) not valid;

create procedure persons.validate_erased() language plpgsql as $$
begin
  alter table shoppers.shoppers validate constraint erased_when_removed;
  alter table holders.holders validate constraint erased_when_closed;
  alter table cards.cards validate constraint cards_check1;
end $$;
