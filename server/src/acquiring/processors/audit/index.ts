/** The audit of connections to processors: which of their facts are sealed. */
import type { Sealed } from '#kernel/audit/seal/sealed.ts'

/** Every change of a connection and of its credentials has an audit entry. How a secret is wrapped may change. */
export const sealed: readonly Sealed[] = [
  {
    name: 'processors.connections',
    what: 'connection to a processor',
    table: 'processors.connections',
    key: [{ column: 'name', type: 'text' }],
    facts: [
      `to_jsonb(r) - 'version' - 'account' - 'checked_at' - 'check_problem'`,
      `(select jsonb_agg(jsonb_build_array(c.id, c.fields, c.created_at, c.expires_at) order by c.id)
        from processors.credentials c where c.connection = r.name)`,
    ],
    feeds: [
      {
        journal: { table: 'directory.audit' },
        keys: (rows) => `select subject_id from ${rows} where subject_type = 'connection'`,
      },
    ],
    holds: 'latest',
    covers: ['processors.credentials'],
  },
]
