-- What is known of a card by the first digits of its number: loaded by an operator, whole, from a file.
create schema bins;
grant usage on schema bins to florin_app;

-- The newest load that is complete is the table. Rows of others are deleted by the load after them.
create table bins.loads (
  id          bigint generated always as identity primary key,
  ranges      bigint,
  begun_at    timestamptz not null,
  complete_at timestamptz
);

-- From low to high: the first eleven digits of a number, all of them with the same first six. A narrower range is the exception of a wider one.
create table bins.ranges (
  load_id bigint not null references bins.loads,
  first6  text not null check (first6 ~ '^\d{6}$'),
  low     bigint not null,
  high    bigint not null check (high >= low),
  brand   text,
  type    text,
  level   text,
  country text,
  bank    text,
  primary key (load_id, first6, low, high)
);

grant select, insert, update on bins.loads to florin_app;
grant select, insert, delete on bins.ranges to florin_app;

-- What the store says of the cardholder and of the statement belongs to the card that was sent with it, and not to the order: an order may be paid with
-- several. {country, state, descriptor}.
alter table payments.payments add column card_facts jsonb;
alter table shoppers.cards add column holder_facts jsonb;
update payments.payments p set card_facts = o.card_facts from orders.orders o where o.id = p.order_id and o.card_facts is not null;
alter table orders.orders drop column card_facts;
