import { alter, type Corruption, first, remove } from './corruptions.ts'

/** Corruptions of disputes about payments with issued cards, and of their history. */
export const disputeCorruptions: readonly Corruption[] = [
  ...alter(
    'chargebacks.disputes',
    'card dispute',
    {
      'which payment is disputed': 'transaction_id = gen_random_uuid()',
      'whose customer disputes': 'partner_id = partner_id + 1',
      'who disputes': 'holder_id = holder_id || $$X$$',
      'the account of a disputed payment': 'account_id = gen_random_uuid()',
      'why a payment is disputed': `reason = 'duplicate'`,
      'what the customer says': `explanation = explanation || '!'`,
      'what is disputed': 'minor = minor - 1',
      'the currency of a dispute': `currency = 'GBP'`,
      'a dispute that was won made a lost one': `status = 'lost'`,
      'when a payment was disputed': `created_at = created_at - interval '1 day'`,
    },
    `status = 'won'`,
  ),
  ...alter(
    'chargebacks.disputes',
    'card dispute',
    { 'a dispute opened again': `status = 'chargedBack'` },
    `status = 'lost'`,
  ),
  ...alter(
    'chargebacks.transitions',
    'transition of card dispute',
    {
      'which dispute was raised': 'dispute_id = gen_random_uuid()',
      'what was done with a dispute': `action = 'win'`,
      'what has become of a dispute': `to_status = 'won'`,
      'what a dispute was before': `from_status = 'won'`,
      'who has raised a dispute': `actor = 'nobody'`,
      'why it was raised': `note = 'none'`,
      'what of a credit paid a debt': 'owed_minor = owed_minor + 1',
      'what the network owes': 'network_minor = network_minor + 1',
      'in which currency the network owes it': `network_currency = 'JPY'`,
      'the markup of a credit': 'markup_minor = markup_minor + 1',
      'when a dispute was raised': `occurred_at = occurred_at - interval '1 day'`,
    },
    `action = 'raise' and network_minor is not null`,
  ),
  ['a dispute removed', 'card dispute', first('chargebacks.disputes'), remove('chargebacks.disputes')],
  [
    'a transition of a dispute removed',
    'transition of card dispute',
    first('chargebacks.transitions', `action = 'raise'`),
    remove('chargebacks.transitions'),
  ],
]
