-- Money that a site sends to a customer's card. The operator allows it site by site.
alter table directory.sites
  add column payouts_allowed boolean not null default false,
  add column payout_max_minor bigint not null default 100000 check (payout_max_minor > 0); -- of one payout, in minor units of its currency

-- Cardholder-initiated or merchant-initiated. Only the network transaction id of a CIT is what later MITs refer to.
alter table payments.payments add column initiator text not null default 'cit' check (initiator in ('cit', 'mit'));

-- The pending outflows of a merchant: recorded, and not yet in the ledger.
create index on payments.payments (merchant_id, currency)
  where status in ('crediting', 'uncertain', 'refunding', 'cancelling');

alter table payments.payments drop constraint payments_type_check;
alter table payments.payments add constraint payments_type_check
  check (type in ('deposit', 'verify-card', 'refund', 'chargeback', 'representment', 'credit'));
alter table payments.payments drop constraint payments_status_check;
alter table payments.payments add constraint payments_status_check check (status in (
  'authorizing', 'challenging', 'uncertain', 'reversing', 'authorized', 'capturing', 'voiding', 'captured', 'cancelling',
  'verified', 'voided', 'cancelled', 'refunded', 'failed', 'refunding',
  'disputed', 'chargedBack', 'opened', 'won', 'lost', 'represented', 'crediting', 'credited'
));

-- Payouts settle with everything else.
drop index payments.payments_site_id_captured_at_idx;
create index on payments.payments (site_id, captured_at)
  where batch_id is null and status in (
    'captured', 'refunded', 'disputed', 'chargedBack', 'opened', 'won', 'lost', 'represented', 'credited'
  );

alter table sandbox_acquirer.requests drop constraint requests_kind_check;
alter table sandbox_acquirer.requests add constraint requests_kind_check
  check (kind in ('auth', 'sale', 'verify', 'completeChallenge', 'capture', 'reverse', 'refund', 'bank', 'dispute', 'credit', 'evidence', 'acceptance'));
