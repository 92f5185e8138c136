import { alter, type Corruption, first, remove } from './corruptions.ts'

/** Corruptions of quotes, of orders in coins, and of what was credited for them. */
export const receiptCorruptions: readonly Corruption[] = [
  ...alter('topups.quotes', 'quote', {
    'the rate of a quote': `rate_numerator = '1'`,
    'how long a quote holds': `expires_at = expires_at + interval '1 day'`,
    'how many coins were asked for': 'quantity = quantity - 1',
    'which wallet was to pay': `sender = '0x0000000000000000000000000000000000000001'`,
    'what a quote comes to': 'minor = minor * 2',
    'the fee of a quote': 'fee_minor = fee_minor + 1',
  }),
  ...alter('topups.crypto_orders', 'order in coins', {
    'the address of an order': `address = '0x0000000000000000000000000000000000000001'`,
    'when an order was made': `created_at = created_at - interval '1 day'`,
  }),
  ...alter(
    'topups.receipts',
    'receipt of deposit',
    {
      'how much was credited': 'minor = minor + 100',
      'the fee of what was credited': 'fee_minor = fee_minor + 1',
      'what of a debt was recovered': 'recovered_minor = recovered_minor + 1',
    },
    `status = 'credited'`,
  ),
  ...alter(
    'topups.receipts',
    'receipt of deposit',
    {
      'why a deposit is parked': `reason = 'wrong_chain'`,
      'a parked deposit that nobody decides': `status = 'returned'`,
    },
    `status = 'parked'`,
  ),
  [
    'a receipt given to another topup',
    'receipt of deposit',
    first('topups.receipts', `status = 'credited'`),
    (id) =>
      `update topups.receipts set topup_id = (select max(topup_id) from topups.crypto_orders where topup_id <> topups.receipts.topup_id) where id = '${id}'`,
  ],
  [
    'a receipt removed',
    'receipt of deposit',
    first('topups.receipts', `status = 'parked'`),
    (id) =>
      `delete from topups.receipt_transitions where receipt_id = '${id}'; delete from topups.receipts where id = '${id}'`,
  ],
  ...alter('topups.losses', 'loss of deposit', {
    'who bears a loss': `kind = 'reclaimed'`,
    'what of a loss is owed': 'owed_minor = owed_minor + 1',
    'when a loss was decided': `occurred_at = occurred_at - interval '1 day'`,
  }),
  ['a loss removed', 'loss of deposit', first('topups.losses'), remove('topups.losses')],
  ...alter('topups.receipt_transitions', 'transition of receipt', {
    'who decided about a deposit': `actor = 'staff 1'`,
    'from where it was decided': `from_where = 'elsewhere'`,
    'when it was decided': `occurred_at = occurred_at - interval '1 day'`,
  }),
  [
    'a decision removed',
    'transition of receipt',
    first('topups.receipt_transitions'),
    remove('topups.receipt_transitions'),
  ],
]
