-- without a transaction

create unique index concurrently if not exists months_mac on fee_invoices.months (mac) where mac is not null;
create unique index concurrently if not exists identity_checks_mac on kyc.identity_checks (mac) where mac is not null;
create unique index concurrently if not exists submissions_mac on kyc.submissions (mac) where mac is not null;
create unique index concurrently if not exists earnings_mac on merchant_payouts.earnings (mac) where mac is not null;
create unique index concurrently if not exists card_imports_mac on shoppers.card_imports (mac) where mac is not null;
