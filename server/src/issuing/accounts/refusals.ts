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
  statement_in_future: ['invalid', 'A statement ends today at the latest, which is {today} in its time zone.'],
  statement_period_reversed: ['invalid', 'A statement begins on the day it ends ({to}) or before.'],
  statement_period_too_long: ['invalid', 'The period has {days} days. A statement covers at most {most}.'],
  statement_too_long: [
    'invalid',
    'The period has {count} movements, and a statement at most {most}. Choose a shorter period.',
  ],
  too_many_statements: ['limit', 'Statements of this customer were read too often. Wait {retryAfterSeconds} seconds.'],
  account_has_topups: [
    'conflict',
    '{count} topups to the account are under way. Wait until they are paid or have expired.',
  ],
  account_has_disputes: [
    'conflict',
    '{count} disputes about payments from the account are not decided. Wait until they are, or cancel them.',
  ],
  account_has_cards: ['conflict', 'The account has {count} cards that are not closed. Close them first.'],
})
