-- Why a card is suspended: each reason is ended by its own act, and the card is usable when none is left. A card that is suspended and
-- has none was suspended by an older version, and its history says why.
alter table cards.cards add column suspensions text[] not null default '{}';
alter table cards.card_transitions add column suspension text;

-- The code of a card covers the new column.
create or replace trigger drop_code before update of id, holder_id, partner_id, account_id, product_id, virtual, currency, label, status, last_four,
    expiry, replaces, reissue_reason, controls, pin_tries, sealed_delivery, created_at, suspensions on cards.cards for each row
  when (old.mac is not null and substring(new.mac from 2 for 16) is not distinct from substring(old.mac from 2 for 16))
  execute function florin.drop_code();
