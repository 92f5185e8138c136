import { byId, type Feed, journalSeal, type Sealed } from '#kernel/audit/seal/sealed.ts'

/** Every change of a chain and of its assets has an audit entry. */
const changes = (keys: string): Feed => ({
  journal: { table: 'directory.audit' },
  keys: (rows) => `select ${keys} c.name in (select subject_id from ${rows} where subject_type = 'chain')`,
})

export const sealed: readonly Sealed[] = [
  journalSeal('deposits.addresses', {
    what: 'deposit address',
    facts: [
      'r.key_id',
      'r.key_index',
      'r.address',
      'r.chain_id',
      'r.asset_id',
      'r.order_id',
      'r.holder_id',
      'r.created_at',
    ],
  }),
  journalSeal('deposits.deposit_transitions', {
    what: 'transition of deposit',
    facts: [
      'r.deposit_id',
      'r.from_status',
      'r.to_status',
      'r.action',
      'r.block_number',
      'r.block_hash',
      'r.occurred_at',
    ],
  }),
  {
    name: 'deposits.deposits',
    what: 'deposit',
    table: 'deposits.deposits',
    key: [{ column: 'id', type: 'uuid' }],
    facts: [`to_jsonb(r) - 'version' - 'confirmations'`],
    feeds: [{ journal: { table: 'deposits.deposit_transitions' }, keys: (rows) => `select deposit_id from ${rows}` }],
    holds: 'latest',
  },
  {
    name: 'deposits.keys',
    what: 'key of deposit addresses',
    table: 'deposits.keys',
    key: byId,
    facts: ['r.xpub', 'r.created_at'],
    feeds: [changes('c.key_id from deposits.chains c where')],
    holds: 'first',
  },
  {
    name: 'deposits.chains',
    what: 'chain',
    table: 'deposits.chains',
    key: byId,
    facts: [`to_jsonb(r) - 'version'`],
    feeds: [changes('c.id from deposits.chains c where')],
    holds: 'latest',
  },
  {
    name: 'deposits.assets',
    what: 'asset of a chain',
    table: 'deposits.assets',
    key: byId,
    facts: [`to_jsonb(r) - 'version'`],
    feeds: [changes('a.id from deposits.assets a join deposits.chains c on c.id = a.chain_id where')],
    holds: 'latest',
  },
]
