-- What we charge for payments: rules, each valid from a date on (docs/decisions/0100-prices-are-rules.md).
create schema pricing;
grant usage on schema pricing to florin_app;

-- A rule never changes: a change is a new rule with the same criteria. A criterion that is null fits every payment.
create table pricing.rules (
  id                bigint generated always as identity primary key,
  merchant_id       integer,
  site_id           integer,
  brand             text, -- visa
  region            text check (region in ('domestic', 'eea', 'other')), -- of the card, as the site sees it
  card_type         text, -- debit
  currency          text,
  volume_from_minor bigint check (volume_from_minor > 0), -- what the merchant captured in the month before, at least
  basis_points      integer not null check (basis_points between 0 and 10000),
  fixed_minor       bigint not null check (fixed_minor >= 0), -- in the currency of the payment, as the minimum is
  minimum_minor     bigint not null check (minimum_minor >= 0),
  valid_from        timestamptz not null,
  created_at        timestamptz not null,
  check (site_id is null or merchant_id is not null),
  check (volume_from_minor is null or currency is not null)
);
create index on pricing.rules (merchant_id);
create trigger append_only before update or delete or truncate on pricing.rules
  execute function florin.refuse_change();

-- A rule that ends without a successor. One that is removed before it was valid was never valid.
create table pricing.removals (
  rule_id      bigint primary key references pricing.rules,
  removed_from timestamptz not null,
  created_at   timestamptz not null
);
create trigger append_only before update or delete or truncate on pricing.removals
  execute function florin.refuse_change();

grant select, insert on pricing.rules, pricing.removals to florin_app;

-- The rule of the fee of a capture (null: the standard price), and what else it was chosen by.
alter table payments.payments add column price_rule_id bigint, add column price_facts jsonb;

-- Sites had a price each. It stays as it was, for their captures name no rule; those to come go by rules.
insert into pricing.rules
  (merchant_id, site_id, basis_points, fixed_minor, minimum_minor, valid_from, created_at)
select merchant_id, id, fee_basis_points, fee_fixed_minor, 0, moment, moment
  from directory.sites,
       lateral (select greatest(now(), (select max(captured_at) from payments.payments)) as moment) as later
 where (fee_basis_points, fee_fixed_minor) <> (140, 25)
 order by id;
alter table directory.sites
  alter column fee_basis_points set default 140,
  alter column fee_fixed_minor set default 25;
