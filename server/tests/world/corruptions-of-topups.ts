import { alter, type Corruption, first } from './corruptions.ts'

const remove = (table: string, key: string) => (id: string) => `delete from ${table} where ${key} = '${id}'`

/** Corruptions of topups, of what happened to their payments, and of how a programme takes them. */
export const topupCorruptions: readonly Corruption[] = [
  ...alter(
    'topups.topups',
    'topup',
    {
      'a topup of another holder': 'holder_id = holder_id || $$X$$',
      'a topup to another account': 'account_id = gen_random_uuid()',
      'how much a topup is': 'minor = minor + 1',
      'the fee of a topup': 'fee_minor = fee_minor + 1',
      'the currency of a topup': `currency = 'USD'`,
      'the site of a topup': 'site_id = site_id + 1',
      'the payment of a topup': 'transaction_id = coalesce(transaction_id, 0) + 1000',
      'a completed topup made an open one': `status = 'created', completed_at = null`,
      'when a topup was ordered': `created_at = created_at - interval '1 day'`,
      'when a topup was completed': `completed_at = completed_at - interval '1 day'`,
      'whose customer topped up': 'partner_id = partner_id + 1',
    },
    `status = 'completed'`,
  ),
  ...alter('topups.topups', 'topup', { 'why a topup failed': `failure_reason = 'other'` }, `status = 'failed'`),
  ...alter(
    'topups.topups',
    'topup',
    {
      'an expired topup completed by hand': `status = 'completed', completed_at = created_at`,
    },
    `status = 'expired'`,
  ),
  ...alter('topups.topup_transitions', 'transition of topup', {
    'who completed a topup': `actor = 'nobody'`,
    'why a topup failed, in its history': `reason = 'other'`,
    'where a topup came from': `from_status = 'completed'`,
    'where a topup went': `to_status = 'failed'`,
    'when a topup changed': `occurred_at = occurred_at - interval '1 day'`,
    'what was done to a topup': `action = 'other'`,
  }),
  [
    'a transition of a topup removed',
    'transition of topup',
    first('topups.topup_transitions'),
    remove('topups.topup_transitions', 'id'),
  ],
  ...alter('topups.reversals', 'reversal of topup', {
    'what was reversed': 'minor = minor + 1',
    'what was owed then': 'owed_minor = owed_minor + 1',
    'the kind of a reversal': `kind = case kind when 'refund' then 'charge_back' else 'refund' end`,
    'the transaction of a reversal': 'transaction_id = transaction_id + 1000',
    'when something was reversed': `occurred_at = occurred_at - interval '1 day'`,
  }),
  ['a reversal removed', 'reversal of topup', first('topups.reversals'), remove('topups.reversals', 'id')],
  [
    'a topup removed',
    'topup',
    first('topups.topups', `status = 'expired'`),
    (id) =>
      `delete from topups.topup_transitions where topup_id = '${id}'; delete from topups.topups where id = '${id}'`,
  ],
  [
    'the entry of a topup removed',
    'topup',
    `select id as key from topups.topups where status = 'completed' order by id limit 1`,
    (id) =>
      `delete from ledger.lines where entry_id in (select id from ledger.entries where reference = '${id}'); delete from ledger.entries where reference = '${id}'`,
  ],
  ...['limits', 'fees'].map(
    (what): Corruption => [
      `the ${what} of a programme’s topups`,
      'programme',
      first('programmes.settings', 'true', 'partner_id'),
      (id) => `update programmes.settings set topup_${what} = '[]' where partner_id = ${id}`,
    ],
  ),
  [
    'the site that takes topups',
    'programme',
    first('programmes.settings', 'true', 'partner_id'),
    (id) => `update programmes.settings set topup_site = null where partner_id = ${id}`,
  ],
]
