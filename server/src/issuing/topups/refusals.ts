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
})
