-- without a transaction

-- What a merchant has captured since a moment, with all that is summed of it: the figures of its home, and the volume of a month
-- that a price depends on. The index on time is of all merchants, and leads to whole rows.
create index concurrently if not exists payments_by_capture on payments.payments (merchant_id, captured_at)
  include (type, currency, captured_minor, fee_minor) where captured_at is not null;
