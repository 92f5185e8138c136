import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  order_not_found: ['not_found', 'There is no such order.'],
  unexpected_order_status: ['conflict', 'The order is {status}, which does not allow this.'],
  order_not_recurring: ['invalid', 'Only a recurring order has a calendar; this one is {type}.'],
  order_not_billed_later: ['conflict', 'Only a recurring or managed order keeps a card; this one is {type}.'],
  wallet_missing: ['invalid', 'transactionMethod is wallet; send transactionOption with a digitalWallet.'],
  wallet_and_card: [
    'invalid',
    'An order is paid by a wallet or by a card, and paid out to a stored card; send one of them.',
  ],
  card_of_wallet: [
    'invalid',
    'This card was stored from a wallet: only you can charge it, without the customer. Let the customer pay with the wallet again.',
  ],
  order_exists: ['conflict', 'The site has an order {externalOrderId} already: {orderId}, {status}.'],
  order_not_cancellable: ['conflict', 'The order is paid; refund its transaction instead.'],
  payment_in_progress: [
    'conflict',
    'A payment of the order is in progress; send the request again when it has a result.',
  ],
  payout_in_progress: ['conflict', 'Other payouts of the site are in progress; send this one again.'],
  order_not_ending: ['conflict', 'The order is not to end; there is nothing to undo.'],
  cancelled_by_customer: [
    'conflict',
    'The customer has cancelled the order: it is not billed again, and only the customer can keep it, on the page of the order. Where the merchant has cancelled it too, it cannot be kept.',
  ],
  cancelled_by_merchant: ['conflict', 'The merchant has cancelled the order, and the customer cannot keep it.'],
  order_not_billed_again: [
    'conflict',
    'The order ends with the period that is paid, and is not billed again: there is no due date to move. Undo the end first.',
  ],
  payment_owed: [
    'conflict',
    'The order owes a payment, so no paid period is left: end it now, or after its next bill.',
  ],
  order_not_paid: ['conflict', 'The order has no payment that could be returned.'],
  field_not_changeable: ['invalid', '{field} of an order cannot be changed; leave it out.'],
  order_type_not_changeable: ['invalid', 'orderType cannot be changed: this order is {type}.'],
  nothing_to_change: [
    'invalid',
    'Send nextDueDate, or intervalType and intervalValue, or transactionMethod and cardId.',
  ],
  customer_not_found: ['invalid', 'There is no such customer at this site.'],
  invalid_field: ['invalid', '{field} {rule}.'],
  invalid_split_site: ['invalid', 'No share of the payment can go to site {toSite}: {reason}.'],
  payout_not_shared: ['invalid', 'A payout goes to one card; leave splitPayment out.'],
  site_inactive: [
    'forbidden',
    'The site takes no payments: it is switched off, a test site in production, a live site in staging, or its merchant is closed.',
  ],

  invalid_order_type: ['invalid', 'orderType must be purchase, recurring, managed or credit.'],
  payout_mode_mismatch: [
    'invalid',
    'A payout is orderType credit and cardTransactionMode credit: send both or neither.',
  ],
  payout_card_missing: ['invalid', 'A payout goes to a stored card of the customer: send cardId, and no card data.'],
  invalid_mode: ['invalid', 'cardTransactionMode verifyCard is for purchase and managed orders.'],
  invalid_amount: ['invalid', '{field} must be an amount such as 9.90, with at most two decimals.'],
  amount_not_positive: ['invalid', 'amount must be greater than 0.'],
  amount_not_zero: ['invalid', 'amount must be 0 with cardTransactionMode verifyCard, which charges nothing.'],
  invalid_currency: ['invalid', 'currency must be one of those the site takes: {currencies}.'],
  interval_missing: [
    'invalid',
    'A recurring order needs intervalType (day or month) and intervalValue (a whole number from 1 to 365).',
  ],
  invalid_interval_type: ['invalid', 'intervalType must be day or month.'],
  invalid_interval_value: ['invalid', 'intervalValue must be a whole number from 1 to 365.'],
  trial_not_positive: ['invalid', 'trialAmount must be greater than 0; leave it out when there is no trial.'],
  trial_too_large: ['invalid', 'trialAmount must be at most 99999999999.99.'],
  invalid_trial: [
    'invalid',
    'trialAmount must be left out with cardTransactionMode verifyCard, which charges nothing.',
  ],
  invalid_first_bill_date: ['invalid', 'firstBillDate needs trialAmount, greater than 0.'],
  invalid_date: [
    'invalid',
    '{field} must be an ISO 8601 date and time with an offset, such as 2031-01-31T12:00:00+00:00, or a date.',
  ],
  date_past: ['invalid', '{field} must be in the future; it is now {now}.'],
  date_too_far: ['invalid', '{field} must be within {yearsMax} years.'],
  invalid_retry_payment: ['invalid', 'retryPayment must be {rule}.'],
  card_not_found: ['invalid', 'The customer has no such card.'],
  card_expired: ['invalid', 'The card expired at the end of {expiry}.'],
  missing_original_network_transaction: [
    'invalid',
    'Nothing can be charged to this card without the customer: no first transaction of theirs is known. Send networkTransactionId and networkTransactionDate.',
  ],
  card_missing: ['invalid', 'cardTransactionMode verifyCard needs a card to verify.'],
})
