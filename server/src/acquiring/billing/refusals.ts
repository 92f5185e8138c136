import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  no_such_merchant: ['not_found', 'There is no merchant with this id.'],
  order_not_managed: ['conflict', 'Only a managed order is billed on request; this one is {type}.'],
  order_owes_nothing: ['conflict', 'The order owes nothing that waits for a retry; it is billed when it falls due.'],
  amount_of_debt: ['invalid', 'A recurring order is billed what it owes; leave amount out.'],
  order_without_card: ['conflict', 'The order has no stored card that can be billed; give it one first.'],
  wallet_not_billed: [
    'invalid',
    'The order is billed with the card that it has stored, without the customer; leave transactionOption.digitalWallet out.',
  ],
  amount_not_positive: ['invalid', 'amount must be greater than 0.'],
  invalid_currency: ['invalid', 'currency must be one of those the site takes: {currencies}.'],
  card_update_conflict: ['conflict', 'A card was tried for the order meanwhile; look at the order first.'],
  do_not_retry: ['conflict', 'The bank of the card declined for good ({reason}); the order needs another card.'],
  retry_limit_reached: ['conflict', 'The card was declined so often that its network forbids more before {until}.'],
})
