import { byId, type Sealed } from '#kernel/audit/seal/sealed.ts'

/** Every change of a partner and of its keys has an audit entry. How a key is wrapped may change, and is not among them. */
export const sealed: readonly Sealed[] = [
  {
    name: 'partners.partners',
    what: 'partner',
    table: 'partners.partners',
    key: byId,
    facts: [
      `to_jsonb(r) - 'version'`,
      `(select jsonb_agg(jsonb_build_array(k.id, k.fingerprint, k.created_at, k.expires_at) order by k.id)
        from partners.api_keys k where k.partner_id = r.id)`,
      `(select jsonb_agg(jsonb_build_array(k.id, k.created_at, k.activated_at, k.expires_at) order by k.id)
        from partners.signing_keys k where k.partner_id = r.id)`,
    ],
    feeds: [
      {
        journal: { table: 'directory.audit' },
        keys: (rows) =>
          `select subject_id::integer from ${rows} where subject_type = 'partner' and subject_id is not null`,
      },
    ],
    holds: 'latest',
    covers: ['partners.api_keys', 'partners.signing_keys'],
  },
]
