import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  issued_card_not_found: ['not_found', 'The customer has no card {cardId}.'],
  card_product_not_found: ['not_found', 'The programme has no card product {productId}.'],
  card_product_inactive: ['conflict', 'The card product issues no new cards.'],
  card_kind_not_offered: ['invalid', 'The card product issues no {kind} cards.'],
  card_currency_not_offered: ['invalid', 'The card product has no cards in {currency}; it has {offered}.'],
  card_account_missing: [
    'conflict',
    'The customer has no open account in {currency}. Create it first: POST /accounts.',
  ],
  card_delivery_missing: ['invalid', 'A physical card needs {field}.'],
  card_delivery_not_needed: ['invalid', 'A virtual card is not sent anywhere: leave {field} out.'],
  card_transition: ['conflict', 'The card is {status}; {action} is not possible. Possible: {possible}.'],
  card_suspended_otherwise: ['conflict', 'The card is not suspended by staff, but for {reasons}.'],
  card_reissued_already: ['conflict', 'The card has a successor already.'],
  wrong_last_four: ['invalid', 'These are not the last four digits of this card.'],
  card_is_virtual: ['conflict', 'A virtual card is active when it is issued; there is nothing to {action}.'],
  card_secrets_unavailable: ['conflict', 'The data of a card that is {status} is not shown.'],
  current_pin_missing: ['invalid', 'The card has a PIN: send it as currentPin to change it.'],
  wrong_pin: ['forbidden', 'This is not the PIN of the card. Tries left: {left}.'],
  pin_blocked: ['conflict', 'The PIN is blocked after three wrong tries. Unblock it first: POST /cards/…/pin/unblock.'],
  pin_not_changed: ['conflict', 'The PIN was not changed. Send it again with another Idempotency-Key.'],
  pin_not_blocked: ['conflict', 'The PIN of the card is not blocked.'],
  invalid_control: ['invalid', 'A limit is more than zero, with the decimals of the card’s currency.'],
  wallet_not_configured: [
    'conflict',
    'The programme has no {wallet} wallet. Its operator sets it up: florin programme change.',
  ],
  invalid_wallet_certificates: [
    'invalid',
    'The certificates are not a valid chain, leaf first, to the root of the wallet that the programme uses.',
  ],
  bureau_key_missing: [
    'conflict',
    'The card product has no bureau: florin programme change-product {productId} --bureau-key <file>.',
  ],
  bureau_run_not_open: [
    'conflict',
    'There is no run {runId} for the bureau that can be continued or given up: it was done, given up, or taken up by another command.',
  ],
  card_page_used: ['conflict', 'This address was used before; open a new one.'],
  nonce_used: ['conflict', 'This nonce was used before. Let the device start again.'],
  too_many_activations: ['limit', 'The digits of this card were tried too often. Wait {retryAfterSeconds} seconds.'],
  too_many_cards: ['limit', 'Too many cards were issued to this customer. Wait {retryAfterSeconds} seconds.'],
  too_many_card_secrets: ['limit', 'The data of this card was read too often. Wait {retryAfterSeconds} seconds.'],
})
