import { alter, type Corruption, first, remove } from './corruptions.ts'

/** Corruptions of chains, of deposit addresses, and of what has arrived at them. */
export const depositCorruptions: readonly Corruption[] = [
  ...alter('deposits.chains', 'chain', {
    'the number of a chain': 'evm_id = evm_id + 1',
    'the name of a chain': `name = 'elsewhere'`,
    'a chain that takes orders again': 'active = not active',
  }),
  [
    'a key that pays another',
    'key of deposit addresses',
    first('deposits.keys'),
    (id) => `update deposits.keys set xpub = left(xpub, -1) || 'x' where id = ${id}`,
  ],
  [
    'a key that would give out an index again',
    'deposit address',
    'select max(id)::text as key from deposits.addresses',
    () => 'update deposits.keys set next_index = 0',
  ],
  ...alter('deposits.assets', 'asset of a chain', {
    'what contract a coin has': `contract = '0x0000000000000000000000000000000000000001'`,
    'what a coin is called': `code = 'BTC'`,
    'how many decimals a coin has': 'decimals = decimals + 1',
    'how often a deposit is confirmed': 'confirmations = confirmations + 1',
    'the least of a coin': 'minimum = minimum - 1',
    'the most of a coin': 'maximum = maximum + 1',
  }),
  ...alter('deposits.addresses', 'deposit address', {
    'an address that pays another': `address = '0x0000000000000000000000000000000000000001'`,
    'an address given to another order': `order_id = 'another'`,
    'the index of an address': 'key_index = key_index + 1000',
    'when an address was given': `created_at = created_at - interval '1 day'`,
  }),
  ...alter('deposits.deposits', 'deposit', {
    'how much has arrived': 'quantity = quantity * 10',
    'who has paid': `sender = '0x0000000000000000000000000000000000000001'`,
    'in which block it is': 'block_number = block_number + 1',
    'the transaction of a deposit': `transaction_hash = '0x00'`,
    'a deposit of another contract': `contract = '0x0000000000000000000000000000000000000001'`,
  }),
  [
    'a deposit confirmed by hand',
    'deposit',
    first('deposits.deposits', `status = 'seen'`),
    (id) => `update deposits.deposits set status = 'confirmed', confirmations = needed where id = '${id}'`,
  ],
  [
    'a deposit with more confirmations than blocks',
    'deposit',
    first('deposits.deposits', `status = 'seen'`),
    (id) => `update deposits.deposits set confirmations = confirmations + 1 where id = '${id}'`,
  ],
  [
    'a deposit removed',
    'deposit',
    first('deposits.deposits'),
    (id) =>
      `delete from deposits.deposit_transitions where deposit_id = '${id}'; delete from deposits.deposits where id = '${id}'`,
  ],
  ...alter('deposits.deposit_transitions', 'transition of deposit', {
    'when a deposit was seen': `occurred_at = occurred_at - interval '1 day'`,
    'the block of a transition': `block_hash = '0x00'`,
  }),
  [
    'a transition removed',
    'transition of deposit',
    first('deposits.deposit_transitions'),
    remove('deposits.deposit_transitions'),
  ],
  [
    'a chain that is never read again',
    'reading of chain',
    first('deposits.cursors'),
    (id) => `update deposits.cursors set due_at = null where id = ${id}`,
  ],
  ['a chain without a cursor', 'chain', first('deposits.cursors'), remove('deposits.cursors')],
]
