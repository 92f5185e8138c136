-- When the PIN of a card was set last: by it a request that is repeated learns whether its PIN was, and of two changes the later holds.
alter table issuervault.cards add column pin_set_at timestamptz;
