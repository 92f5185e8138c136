/** The audit of routing: which facts of its rules are sealed. */
import { byId, type Sealed } from '#kernel/audit/seal/sealed.ts'

/** Adding and removing a rule, pausing and resuming a connector have an audit entry each. */
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
  {
    name: 'routing.pauses',
    what: 'pause of connector',
    table: 'routing.pauses',
    key: [{ column: 'connector', type: 'text' }],
    facts: [`to_jsonb(r) - 'version'`],
    feeds: [
      {
        journal: { table: 'directory.audit' },
        keys: (rows) => `select subject_id from ${rows} where subject_type = 'connector'`,
      },
    ],
    holds: 'latest',
  },
]
