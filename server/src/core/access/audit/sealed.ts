import { byId, type Sealed } from '#kernel/audit/seal/sealed.ts'

const changed = (rows: string): string =>
  `select subject_id::bigint from ${rows} where subject_type = 'staff' and subject_id is not null`

const changedApprovals: Sealed['feeds'] = [
  {
    journal: { table: 'directory.audit' },
    keys: (rows) => `select subject_id::bigint from ${rows} where subject_type = 'approval' and subject_id is not null`,
  },
]

/** Every change of a person, of a person's tokens and of an approval has an audit entry. */
export const sealed: readonly Sealed[] = [
  {
    name: 'access.staff',
    what: 'member of staff',
    table: 'access.staff',
    key: byId,
    facts: [
      'r.scope_kind',
      'r.scope_id',
      'r.role',
      'r.active',
      'r.created_at',
      'r.password_set_at',
      `encode(sha256(convert_to(r.password_hash, 'utf8')), 'hex')`,
      `(select jsonb_agg(jsonb_build_array(t.id, t.name, t.fingerprint, t.permissions, t.created_at, t.expires_at, t.revoked_at) order by t.id)
        from access.staff_tokens t where t.staff_id = r.id)`,
    ],
    feeds: [{ journal: { table: 'directory.audit' }, keys: changed }],
    holds: 'latest',
    covers: ['access.staff_tokens'],
  },
  {
    name: 'access.staff person',
    what: 'member of staff',
    table: 'access.staff',
    key: byId,
    facts: ['r.email', 'r.name'],
    salt: 'uuid_send(r.seal_salt)',
    feeds: [{ journal: { table: 'directory.audit' }, keys: changed }],
    holds: 'latest',
  },
  {
    name: 'access.staff token makers',
    what: 'member of staff',
    table: 'access.staff',
    key: byId,
    facts: [
      `(select jsonb_agg(jsonb_build_array(t.id, t.made_by) order by t.id)
        from access.staff_tokens t where t.staff_id = r.id)`,
    ],
    feeds: [{ journal: { table: 'directory.audit' }, keys: changed }],
    holds: 'latest',
    covers: ['access.staff_tokens'],
  },
  {
    name: 'access.staff_factors',
    what: 'second factor of staff',
    table: 'access.staff_factors',
    key: byId,
    facts: [
      'r.staff_id',
      'r.kind',
      'r.name',
      'r.credential_id',
      'r.public_key',
      'r.transports',
      'r.created_at',
      'r.removed_at',
    ],
    feeds: [
      {
        journal: { table: 'directory.audit' },
        keys: (rows) => `select id from access.staff_factors where staff_id in (${changed(rows)})`,
      },
    ],
    holds: 'latest',
  },
  {
    name: 'access.approvals',
    what: 'approval',
    table: 'access.approvals',
    key: byId,
    facts: [`to_jsonb(r) - 'version' - 'token_made_by' - 'made_type' - 'made_id' - 'failure' - 'failed_at'`],
    feeds: changedApprovals,
    holds: 'latest',
  },
  {
    name: 'access.approvals token',
    what: 'approval',
    table: 'access.approvals',
    key: byId,
    facts: ['r.token_made_by'],
    feeds: changedApprovals,
    holds: 'latest',
  },
  {
    name: 'access.approvals outcome',
    what: 'approval',
    table: 'access.approvals',
    key: byId,
    facts: ['r.made_type', 'r.made_id', 'r.failure', 'r.failed_at'],
    feeds: changedApprovals,
    holds: 'latest',
  },
]
