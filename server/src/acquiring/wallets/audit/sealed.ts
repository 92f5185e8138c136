import { byId, type Feed, type Sealed } from '#kernel/audit/seal/sealed.ts'

/** Every change of a wallet and of its keys has an audit entry. How a key is wrapped may change, and is not among them. */
const feeds: readonly Feed[] = [
  {
    journal: { table: 'directory.audit' },
    keys: (rows) =>
      `select a.id from ${rows} join wallets.accounts a on a.wallet = f.subject_id where f.subject_type = 'wallet'`,
  },
]

export const sealed: readonly Sealed[] = [
  {
    name: 'wallets.accounts',
    what: 'wallet',
    table: 'wallets.accounts',
    key: byId,
    facts: [
      `to_jsonb(r) - 'version'`,
      `(select jsonb_agg(jsonb_build_array(k.id, k.kind, k.certificate, k.created_at, k.ended_at) order by k.id)
        from wallets.keys k where k.account_id = r.id)`,
    ],
    feeds,
    holds: 'latest',
    covers: ['wallets.keys'],
  },
]
