-- When the transaction was made that network_transaction_id names. Null: of a card that was stored before this was kept.
alter table shoppers.cards add column network_transaction_at timestamptz
  check (network_transaction_at is null or network_transaction_id is not null);

-- Which stored card each card became that a store had with another processor, by the store's own reference.
create table shoppers.card_imports (
  id          bigint generated always as identity primary key,
  site_id     integer not null,
  reference   text not null,
  card_id     bigint not null references shoppers.cards,
  imported_at timestamptz not null,
  unique (site_id, reference)
);
create trigger append_only before update or delete or truncate on shoppers.card_imports
  for each statement execute function florin.refuse_change();
grant select, insert on shoppers.card_imports to florin_app;
