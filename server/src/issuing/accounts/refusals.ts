import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  account_not_found: ['not_found', 'The customer has no account {accountId}.'],
  account_exists: ['conflict', 'The customer has an open account in {currency} already: {accountId}.'],
  account_closed: ['conflict', 'The account is closed.'],
  account_not_empty: [
    'conflict',
    'The account holds {balance} {currency}. Spend or withdraw it before the account is closed.',
  ],
  account_has_holds: [
    'conflict',
    '{held} {currency} of the account are held for card transactions that are not settled yet.',
  ],
  account_has_cards: ['conflict', 'The account has {count} cards that are not closed. Close them first.'],
})
