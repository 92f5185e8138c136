import type { Sealed } from '#kernel/audit/seal/sealed.ts'

/** Every change of a product and of a programme has an audit entry. */
export const sealed: readonly Sealed[] = [
  {
    name: 'programmes.products',
    what: 'card product',
    table: 'programmes.products',
    key: [{ column: 'id', type: 'uuid' }],
    facts: [`to_jsonb(r) - 'version'`],
    feeds: [
      {
        journal: { table: 'directory.audit' },
        keys: (rows) => `select subject_id::uuid from ${rows} where subject_type = 'product'`,
      },
    ],
    holds: 'latest',
  },
  {
    name: 'programmes.settings',
    what: 'programme',
    table: 'programmes.settings',
    key: [{ column: 'partner_id', type: 'integer' }],
    facts: [`to_jsonb(r) - 'version'`],
    feeds: [
      {
        journal: { table: 'directory.audit' },
        keys: (rows) => `select subject_id::integer from ${rows} where subject_type = 'programme'`,
      },
    ],
    holds: 'latest',
  },
]
