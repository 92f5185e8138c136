-- Wrong security codes and expiry dates, counted of a card, of a merchant at an acquirer, and of an acquirer: decision 193. A count is
-- the moment at which it is empty again, since each try counts for a while.
create table spending.wrong_tries (
  subject    text primary key, -- 'card <id>', 'merchant <field 32> <field 42>', 'acquirer <field 32>'
  version    integer not null default 1,
  empties_at timestamptz not null,
  notified_at timestamptz -- of a card: when its partner and its holder were last notified that the count was full
) with (fillfactor = 50);
create index on spending.wrong_tries (empties_at);

grant select, insert, update, delete on spending.wrong_tries to florin_app;

alter table holders.emails drop constraint emails_kind_check, add constraint emails_kind_check check (kind in
  ('registration-code', 'already-registered', 'login-code', 'password-code', 'no-password', 'password-changed', 'card-tried'));
