-- What the cardholder's bank advises after a decline, where the acquirer passes it on (the networks' merchant advice codes).
alter table payments.payments add column decline_advice text
  check (decline_advice in ('do_not_retry', 'retry_later', 'new_card_details'));
