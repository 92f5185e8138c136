import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  topup_not_found: ['not_found', 'The customer has no topup {topupId}.'],
  topups_not_offered: ['forbidden', 'This programme takes no {type} topups in {currency}.'],
  topups_not_allowed: ['forbidden', 'A customer whose KYC status is {status} cannot top up in {currency}.'],
  topup_account_missing: [
    'not_found',
    'The customer has no open account in {currency}. Create one first: POST /accounts.',
  ],
  topup_too_small: ['invalid', 'A topup is {min} {currency} or more.'],
  topup_too_large: ['invalid', 'A topup is {max} {currency} at most.'],
  topup_below_fee: ['invalid', 'The fee of this topup is {fee} {currency}. Choose a larger amount.'],
  topup_limit_reached: [
    'forbidden',
    'Of the {limit} {currency} that topups may come to in {days}, {left} are left. GET /topups/usage says when more is.',
  ],
  coin_not_offered: [
    'invalid',
    'No topups in {asset} are taken on {chain}. GET /topups/crypto/currencies lists those that are.',
  ],
  chain_not_read: ['busy', 'The chain {chain} is not read yet, so that a payment would not be seen. Try again later.'],
  invalid_sender: [
    'invalid',
    'senderAddress is the wallet that will pay: 0x and 40 hexadecimal digits, with a right checksum.',
  ],
  sender_not_accepted: ['forbidden', 'Payments of this wallet are not accepted.'],
  no_coin_rate: ['busy', 'There is no exchange rate of {asset} and {currency} at the moment. Try again later.'],
  invalid_topup_amount: [
    'invalid',
    'amount is a number of the {inputType} currency, above 0, with no more decimals than it has.',
  ],
  quantity_out_of_range: ['invalid', 'A topup in {asset} is from {min} to {max} {asset}.'],
  quote_ordered: ['conflict', 'The quote was ordered a moment ago. Ask for a new one.'],
  receipt_not_found: ['not_found', 'There is no deposit {receiptId} of a topup.'],
  receipt_transition: ['conflict', 'The deposit is {status}: {action} is not possible. Possible: {possible}.'],
  deposit_not_confirmed: ['conflict', 'The deposit is not confirmed: it is {status} on its chain.'],
  deposit_not_valued: ['conflict', 'It cannot be said what this deposit is worth: {why}. Return it.'],
  deposit_not_creditable: ['conflict', 'The deposit cannot be credited: {why}.'],
  deposit_sender_listed: ['conflict', 'The sender is on a sanctions list: the deposit is frozen, and then released.'],
  deposit_not_returnable: [
    'conflict',
    'The customer may be on a sanctions list: the hit is decided first, and what is frozen is released.',
  ],
  return_transaction_missing: ['invalid', 'Name the transaction that has sent the coins back.'],
})
