import { refusals } from '#kernel/refusal.ts'

export const refuse = refusals({
  order_not_found: ['not_found', 'There is no such order.'],
  order_status_forbids: ['conflict', 'The order is {status}, which does not allow this.'],
  order_not_recurring: ['invalid', 'Only a recurring order has a calendar; this one is {type}.'],
  order_not_managed: ['conflict', 'Only a managed order is billed on request; this one is {type}.'],
  order_not_billed_later: ['conflict', 'Only a recurring or managed order keeps a card; this one is {type}.'],
  order_without_card: ['conflict', 'The order has no stored card that can be billed; give it one first.'],
  order_exists: ['conflict', 'The site has an order {externalOrderId} already: {orderId}, {status}.'],
  order_paid_once: ['conflict', 'The order is paid; refund its transaction instead.'],
  payment_under_way: ['conflict', 'A payment of the order is under way; ask again when it is decided.'],
  nothing_to_change: [
    'invalid',
    'Send nextDueDate, or intervalType and intervalValue, or transactionMethod and cardId.',
  ],
  customer_not_found: ['invalid', 'There is no such customer at this site.'],
  site_inactive: ['forbidden', 'The site takes no payments at the moment.'],

  order_type_unknown: ['invalid', 'orderType must be purchase, recurring or managed.'],
  mode_unusable: ['invalid', 'cardTransactionMode verifyCard is for purchase and managed orders.'],
  amount_unreadable: ['invalid', '{field} must be an amount such as 9.90, with at most two decimals.'],
  amount_not_positive: ['invalid', 'amount must be greater than 0.'],
  amount_not_zero: ['invalid', 'amount must be 0 with cardTransactionMode verifyCard, which charges nothing.'],
  currency_unusable: ['invalid', 'currency must be one of those the site takes: {currencies}.'],
  interval_missing: [
    'invalid',
    'A recurring order needs intervalType (day or month) and intervalValue (a whole number from 1 to 365).',
  ],
  interval_type_unusable: ['invalid', 'intervalType must be day or month.'],
  interval_value_unusable: ['invalid', 'intervalValue must be a whole number from 1 to 365.'],
  trial_not_positive: ['invalid', 'trialAmount must be greater than 0; leave it out when there is no trial.'],
  trial_too_large: ['invalid', 'trialAmount must be at most 99999999999.99.'],
  trial_unusable: [
    'invalid',
    'trialAmount must be left out with cardTransactionMode verifyCard, which charges nothing.',
  ],
  first_bill_needs_trial: ['invalid', 'firstBillDate needs trialAmount, greater than 0.'],
  date_unreadable: [
    'invalid',
    '{field} must be an ISO 8601 date and time with an offset, such as 2031-01-31T12:00:00+00:00, or a date.',
  ],
  date_past: ['invalid', '{field} must be in the future; it is now {now}.'],
  date_too_far: ['invalid', '{field} must be within {yearsMax} years.'],
  retry_unreadable: [
    'invalid',
    'retryPayment must be ISO 8601 durations of at most a year with commas between them, such as P1D,P3D,P7D.',
  ],
  network_pair_incomplete: [
    'invalid',
    'networkTransactionId and networkTransactionDate belong together: send both or neither.',
  ],
  network_id_unusable: ['invalid', 'networkTransactionId must be 1 to 64 letters, digits or dashes.'],
  network_date_unusable: [
    'invalid',
    'networkTransactionDate must be the Unix time, in milliseconds, of a transaction that has been made.',
  ],
  card_not_found: ['invalid', 'The customer has no such card.'],
  card_expired: ['invalid', 'The card expired at the end of {expiry}.'],
  card_without_origin: [
    'invalid',
    'Nothing can be charged to this card without the customer: no first transaction of theirs is known. Send networkTransactionId and networkTransactionDate.',
  ],
  card_missing: ['invalid', 'cardTransactionMode verifyCard needs a card to verify.'],
  card_never_again: ['conflict', 'The bank of the card declined for good ({reason}); the order needs another card.'],
  card_must_rest: ['conflict', 'The card was declined so often that its network forbids more before {until}.'],
})
