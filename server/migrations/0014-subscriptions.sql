-- The page on which shoppers manage their subscriptions.
create schema subscriptions;
grant usage on schema subscriptions to florin_app;

-- When the shopper of an order last requested an email with a link to its page: the next one has to wait.
create table subscriptions.links_sent (
  order_id bigint primary key,
  sent_at  timestamptz not null
);

grant select, insert, update on subscriptions.links_sent to florin_app;
