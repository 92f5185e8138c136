import { refusals } from '#kernel/base/refusal.ts'

/** What is refused to apps with a payment form of their own. */
export const refuse = refusals({
  stored_card_not_found: ['not_found', 'The customer has no such stored card.'],
  card_in_use: ['conflict', 'A subscription is billed with this card. Change the card on its page first.'],
  invalid_inline_token: [
    'unauthenticated',
    'Authorization must be Bearer and a token of POST /api/v1/inline-checkout/session-token that is not older than an hour.',
  ],
  transaction_not_found: ['not_found', 'The order of this token has no such transaction.'],
  wallet_not_available: ['invalid', 'digitalWalletType must be applePay or googlePay.'],
  wallet_not_known: ['not_found', 'The wallet must be applePay or googlePay.'],
  public_key_not_known: [
    'invalid',
    'Send the token of an order in Authorization, or publicKey with the public key of a site, such as pk_test_10001.',
  ],
  order_closed: ['conflict', 'Nothing can be paid by this order any more: it is {state}. Open a new one.'],
  invalid_card: ['invalid', 'The card cannot be read: {why}.'],
  connectors_paused: ['busy', 'Payments are paused. Wait {retryAfterSeconds} seconds and try again.'],
})
