import { alter, type Corruption, first, remove } from './corruptions.ts'

const settled = `exists (select from spending.states s where s.id = t.id and s.status = 'settled')`
const ofTransactions = (list: Record<string, string>, where = settled): Corruption[] =>
  Object.entries(list).map(([sentence, changes]) => [
    sentence,
    'transaction',
    `select t.id::text as key from spending.transactions t where ${where} order by id limit 1`,
    (id) => `update spending.transactions set ${changes} where id = '${id}'`,
  ])

/** Corruptions of card transactions, of the messages about them, and of what they have moved. */
export const spendingCorruptions: readonly Corruption[] = [
  ...ofTransactions({
    'a payment of another holder': 'holder_id = holder_id || $$X$$',
    'a payment from another account': 'account_id = gen_random_uuid()',
    'a payment with another card': 'card_id = gen_random_uuid()',
    'whose customer has paid': 'partner_id = partner_id + 1',
    'what was requested': 'minor = minor + 1',
    'what the merchant has requested': 'merchant_minor = merchant_minor + 1',
    'the currency of the merchant': `merchant_currency = 'JPY'`,
    'the currency of a payment': `currency = 'GBP'`,
    'who was paid': `merchant_name = 'Nobody'`,
    'the category of the merchant': `merchant_category = '7995'`,
    'where the merchant is': `merchant_country = 'XX'`,
    'the authorization code': `authorization_code = 'ZZZZZZ'`,
    'that there was no authorization': 'forced = not forced',
    'when somebody paid': `created_at = created_at - interval '1 day'`,
    'what a transaction is': `type = 'quasiCash'`,
  }),
  ...ofTransactions(
    { 'the rate of a payment': 'rate = rate + 1', 'the markup of a payment': 'markup_minor = markup_minor + 1' },
    'rate is not null',
  ),
  ...alter(
    'spending.states',
    'transaction',
    {
      'what was cleared': 'cleared_minor = cleared_minor + 1',
      'what was refunded': 'refunded_minor = refunded_minor + 1',
      'what was authorized': 'authorized_minor = authorized_minor + 1',
      'a settled payment made a reversed one': `status = 'reversed'`,
    },
    `status = 'settled'`,
  ),
  ...alter(
    'spending.states',
    'transaction',
    {
      'what is held': 'held_minor = held_minor + 1',
      'how often something was held': 'holds = holds + 1',
      'a hold that never expires': 'due_at = null',
      'a hold that expires in a year': `due_at = due_at + interval '1 year'`,
      'a payment declined by hand': `status = 'declined'`,
    },
    `status = 'pending' and held_minor > 0`,
  ),
  ...alter(
    'spending.states',
    'transaction',
    { 'a decline made an approval': `status = 'pending'` },
    `status = 'declined'`,
  ),
  ...alter(
    'spending.messages',
    'message',
    {
      'the answer to a message': `code = '05'`,
      'what a message has changed': `action = 'reduce'`,
      'the amount of a message': 'minor = minor + 1',
      'what a message has held': 'held_minor = held_minor + 1',
      'who has sent a message': `sender = 'nobody'`,
      'when a message came': `received_at = received_at - interval '1 day'`,
      'the verdicts of a decision': `verdicts = '[]'`,
      'what a message was about': 'transaction_id = gen_random_uuid()',
      'what a repeat is compared with': `digest = '\\x00'`,
      'what a repeat is answered with': `response = '{}'`,
    },
    `kind = 'authorization' and action = 'approve'`,
  ),
  ['a message removed', 'message', first('spending.messages', `kind = 'clearing'`), remove('spending.messages')],
  ...alter('spending.presentments', 'presentment', {
    'what was booked': 'minor = minor + 1',
    'what was owed after it': 'owed_minor = minor',
    'what the merchant has cleared': 'merchant_minor = merchant_minor + 1',
    'the name of a presentment': `presentment_id = presentment_id || 'X'`,
    'when it was booked': `booked_at = booked_at - interval '1 day'`,
    'the kind of a presentment': `kind = case kind when 'refund' then 'clearing' else 'refund' end`,
    'the transaction of a presentment': 'transaction_id = gen_random_uuid()',
  }),
  ...alter(
    'spending.presentments',
    'presentment',
    { 'the rate of a clearing': 'rate = rate + 1', 'the markup of a clearing': 'markup_minor = markup_minor + 1' },
    'is_converted',
  ),
  ['a presentment removed', 'presentment', first('spending.presentments'), remove('spending.presentments')],
  [
    'what is held of an account',
    'account',
    first('spending.account_totals', 'held_minor > 0', 'account_id'),
    (id) => `update spending.account_totals set held_minor = held_minor + 1 where account_id = '${id}'`,
  ],
  ...['day', 'week', 'month', 'year', 'total'].map(
    (period): Corruption => [
      `what was spent with a card: ${period}`,
      'issued card',
      first('spending.card_totals', 'total_minor > 0', 'card_id'),
      (id) => `update spending.card_totals set ${period}_minor = ${period}_minor + 1 where card_id = '${id}'`,
    ],
  ),
  [
    'the sums of a card removed',
    'issued card',
    first('spending.card_totals', 'total_minor > 0', 'card_id'),
    (id) => `delete from spending.card_totals where card_id = '${id}'`,
  ],
  [
    'the last approvals of a card',
    'issued card',
    first('spending.card_totals', 'cardinality(recent) > 0', 'card_id'),
    (id) => `update spending.card_totals set recent = recent || now() where card_id = '${id}'`,
  ],
  [
    'the facts of a transaction removed',
    'transaction',
    first('spending.transactions'),
    (id) => `delete from spending.transactions where id = '${id}'`,
  ],
  [
    'the state of a transaction removed',
    'transaction',
    first('spending.states'),
    (id) => `delete from spending.states where id = '${id}'`,
  ],
]
