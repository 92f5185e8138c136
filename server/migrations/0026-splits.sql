-- Split payments: shares of a payment that go to other sites, what a store requests of the acquirer (sub-merchant and
-- level 3 data), and what the sandbox keeps of it.
alter table directory.sites
  add column accepts_splits_from integer[] not null default '{}'; -- sites whose payments may be shared with this one

-- {splitPayment, subMerchantId}; the payments of the order are shared as it says.
alter table orders.orders
  add column transaction_option jsonb;

alter table payments.payments
  add column transaction_option jsonb, -- as requested, with the amounts of this payment
  -- [{site, merchant, minor}]: what each site keeps of a payment, or returns in a refund or chargeback. Of a payment that
  -- is not captured: what it would keep.
  add column shares             jsonb;
-- The pending outflows of a merchant with a share in them.
create index on payments.payments (currency) where shares is not null and status in ('refunding', 'cancelling');

alter table sandbox_acquirer.requests
  add column sub_merchant_id text,
  add column level3          jsonb;
