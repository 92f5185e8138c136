-- A connector declined an authorization because of its own trouble, and the same payment went on at the next one.
create table payments.fallbacks (
  payment_id     bigint not null references payments.payments,
  connector      text not null, -- the one that declined
  key            uuid not null unique, -- of the request that it declined
  reference      text, -- the connector's
  decline_reason text not null,
  next_connector text not null,
  occurred_at    timestamptz not null,
  primary key (payment_id, connector), -- a payment is tried once at each
  check (next_connector <> connector)
);
create index on payments.fallbacks (occurred_at); -- the latest are listed
create trigger append_only before update or delete or truncate on payments.fallbacks
  execute function florin.refuse_change();

grant select, insert on payments.fallbacks to florin_app;

-- Staging may have several sandbox connectors, and each has a record of its own.
alter table sandbox_acquirer.requests
  add column connector text not null default 'sandbox',
  drop constraint requests_pkey,
  drop constraint requests_key_key,
  drop constraint requests_event_number_key,
  add primary key (connector, authorization_key, step),
  add unique (connector, key),
  add unique (connector, event_number);
alter table sandbox_acquirer.requests alter column connector drop default;
drop index sandbox_acquirer.requests_requested_at_idx;
create index on sandbox_acquirer.requests (connector, requested_at) where disputed_as is not null;
