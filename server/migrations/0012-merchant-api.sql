-- For every thousandth entry of a list that only grows: how many entries there are up to this one. Readers make them, to
-- find the length and the deep pages of a list without counting; each can be computed again from the list.
create table florin.list_checkpoints (
  list       text not null,
  owner_kind text collate "C" not null,
  owner_id   text collate "C" not null,
  nth        bigint not null,
  id         bigint not null,
  primary key (list, owner_kind, owner_id, nth)
);
create index on florin.list_checkpoints (list, owner_kind, owner_id, id);
grant select, insert on florin.list_checkpoints to florin_app;

-- Why the merchant took a payment back: of a refund on its own row, of a void or a cancellation on the payment's.
alter table payments.payments add column reversal_reason text;
alter table payments.payments add column reversal_message text;
create index on payments.payments (site_id, id) include (status);
create index on payments.payments (shopper_id, id);
-- Rows come in the order of time, so this says of a day where it is, and costs a payment next to nothing.
create index on payments.payments using brin (created_at) with (autosummarize = on);

alter table shoppers.shoppers add column whitelisted boolean not null default false;
alter table shoppers.shoppers add column whitelisted_until timestamptz;
-- A removed shopper stays for the records of their payments; their identifier is free again (see remove-shopper.ts).
alter table shoppers.shoppers add column removed_at timestamptz;
alter table shoppers.shoppers add column version integer not null default 1;
create index on shoppers.shoppers (site_id, id);
create index on shoppers.shoppers (site_id, lower(email));
create index on shoppers.cards (shopper_id, id);

create index on orders.orders (site_id, id);
