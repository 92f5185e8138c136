import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  invalid_wallet_token: ['invalid', 'The token of the wallet is refused: {reason}. Let the shopper pay again.'],
  wallet_token_used: [
    'conflict',
    'This token of the wallet has been used for a payment already; a token pays once. Let the shopper pay again.',
  ],
  wallet_amount_mismatch: [
    'invalid',
    'The shopper has confirmed {confirmed} in the wallet, and {amount} would be charged. Request the wallet for the amount of the first payment.',
  ],
  wallet_card_expired: ['invalid', 'The card in the wallet has expired.'],
  wallet_not_accepted: ['invalid', 'This site does not take {wallet}. It is switched on in the settings of the site.'],
  wallet_keys_missing: [
    'invalid',
    'This installation has no keys for {wallet}; its operator sets them with: florin wallet',
  ],
  wallet_account_not_found: ['not_found', 'There is no such wallet here; set it up first with its id and its keys.'],
  wallet_key_not_found: ['not_found', 'There is no such key of a wallet, or it has ended.'],
  wallet_key_is_last: ['conflict', 'Without this key no token of {wallet} could be opened. Add its successor first.'],
  invalid_wallet_field: ['invalid', '{name}: {rule}.'],
  validation_host_refused: ['invalid', '{host} is no host of Apple Pay; no session is requested from it.'],
  validation_failed: [
    'busy',
    'Apple Pay did not start: its server could not be reached, or refused this merchant. Offer another way to pay.',
  ],
})
