-- The authentication of the holder (3-D Secure) that a transaction was made with: each is used once.
alter table spending.transactions add column authentication_id uuid;
create unique index authentication_used_once on spending.transactions (authentication_id) where authentication_id is not null;
