-- Exchange rates as they were read or set. A decision takes the newest of a pair that is not later than now.
create schema rates;
grant usage on schema rates to florin_app;

create table rates.rates (
  id          bigint generated always as identity primary key,
  base        text not null,
  quote       text not null,
  rate        numeric not null check (rate > 0 and scale(rate) <= 20), -- units of quote that one unit of base is worth
  as_of       timestamptz not null, -- as the source says
  source      text not null, -- a provider, or manual
  recorded_at timestamptz not null,
  constraint euro_on_one_side check ((base = 'EUR') <> (quote = 'EUR')),
  constraint rate_key unique (base, quote, as_of, source)
);
create index on rates.rates (base, quote, as_of, id);
create trigger append_only before update or delete or truncate on rates.rates
  execute function florin.refuse_change();
grant select, insert on rates.rates to florin_app;
