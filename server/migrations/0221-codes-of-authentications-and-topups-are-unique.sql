-- without a transaction

call florin.add_codes_of_topups();

create unique index concurrently if not exists deposits_mac on deposits.deposits (mac) where mac is not null;
create unique index concurrently if not exists dispute_events_mac on disputes.events (mac) where mac is not null;
create unique index concurrently if not exists authentications_mac on threeds.authentications (mac) where mac is not null;
create unique index concurrently if not exists challenges_mac on threeds.challenges (mac) where mac is not null;
create unique index concurrently if not exists quotes_mac on topups.quotes (mac) where mac is not null;
create unique index concurrently if not exists receipts_mac on topups.receipts (mac) where mac is not null;
create unique index concurrently if not exists topups_mac on topups.topups (mac) where mac is not null;
