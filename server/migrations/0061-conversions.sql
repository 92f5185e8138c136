-- Payments in another currency than that of the card: the rate that they were converted at, and our markup on it.
alter table spending.transactions
  add column rate         numeric check (rate > 0 and scale(rate) <= 20), -- one unit of the merchant's currency in the card's; null: we have converted nothing
  add column rate_as_of   timestamptz,                      -- when the market had it
  add column markup_minor bigint check (markup_minor >= 0), -- of the amount as first requested
  add check ((rate is null) = (rate_as_of is null) and (rate is null) = (markup_minor is null));

-- Each clearing and refund has a rate of its own.
alter table spending.presentments
  add column rate numeric check (rate > 0 and scale(rate) <= 20),
  add check (is_converted = (rate is not null));
