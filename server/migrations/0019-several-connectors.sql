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
