/** The audit of routing: which facts of its rules are sealed. */
import { byId, type Sealed } from '#kernel/audit/seal/sealed.ts'

/** Adding and removing a rule have an audit entry each. */
export const sealed: readonly Sealed[] = [
  {
    name: 'routing.rules',
    what: 'routing rule',
    table: 'routing.rules',
    key: byId,
    facts: ['to_jsonb(r)'],
    feeds: [
      {
        journal: { table: 'directory.audit' },
        keys: (rows) => `select subject_id::bigint from ${rows} where subject_type = 'routingRule'`,
      },
    ],
    holds: 'latest',
  },
]
