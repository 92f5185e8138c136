import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  currency_needed: ['invalid', 'Amounts are compared within one currency: send `currency` too.'],
  amount_too_fine: ['invalid', 'The amount has more decimals than {currency}.'],
  no_such_merchant: ['not_found', 'There is no merchant with this id.'],
  merchant_payout_not_found: ['not_found', 'There is no payout {payoutId}.'],
  reference_missing: ['invalid', "Say the acquirer's reference of what it has approved."],
  payment_text_not_understood: [
    'invalid',
    "Write one of: the id of a payment or an order, the store's number of the order or the customer, an e-mail address, an IP address, the acquirer's reference, an authorization code; or parts of one payment, such as 1111 25.00 or 25.00 EUR 2026-05-04 (last four digits, amount, day).",
  ],
})
