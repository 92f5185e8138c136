import { byId, type Feed, journalSeal, type Sealed } from '#kernel/audit/seal/sealed.ts'

/** Every change of a site and of its keys has an audit entry. How a key is wrapped may change, and is not among them. */
const siteFeeds: readonly Feed[] = [
  {
    journal: { table: 'directory.audit' },
    keys: (rows) => `select subject_id::integer from ${rows} where subject_type = 'site' and subject_id is not null`,
  },
]

export const sealed: readonly Sealed[] = [
  journalSeal('directory.audit', {
    what: 'audit entry',
    facts: [
      'r.actor',
      'r.action',
      'r.owner_kind',
      'r.owner_id',
      'r.subject_type',
      'r.subject_id',
      'r.before',
      'r.after',
      'r.from_where',
      'r.reason',
      'r.occurred_at',
    ],
  }),
  {
    name: 'directory.merchant_details',
    what: 'merchant',
    table: 'directory.merchant_details',
    key: byId,
    facts: [`to_jsonb(r) - 'version'`],
    feeds: [
      {
        journal: { table: 'directory.audit' },
        keys: (rows) =>
          `select subject_id::bigint from ${rows} where subject_type = 'merchant' and subject_id is not null`,
      },
    ],
    holds: 'latest',
  },
  journalSeal('directory.merchants', { what: 'merchant', facts: ['r.name', 'r.created_at'] }),
  {
    name: 'directory.sites',
    what: 'site',
    table: 'directory.sites',
    key: byId,
    facts: [
      `to_jsonb(r) - 'version' - 'merchant_category' - 'country' - 'invoicing' - 'pay_form' - 'wallets'
        - 'session_minutes' - 'challenge_minutes' - 'authorization_days'`,
      `(select jsonb_agg(jsonb_build_array(k.id, k.fingerprint, k.created_at, k.expires_at) order by k.id)
        from directory.site_keys k where k.site_id = r.id)`,
    ],
    feeds: siteFeeds,
    holds: 'latest',
    covers: ['directory.site_keys'],
  },
  {
    name: 'directory.sites place',
    what: 'site',
    table: 'directory.sites',
    key: byId,
    facts: ['r.merchant_category', 'r.country'],
    feeds: siteFeeds,
    holds: 'latest',
  },
  {
    name: 'directory.sites invoicing',
    what: 'site',
    table: 'directory.sites',
    key: byId,
    facts: ['r.invoicing'],
    feeds: siteFeeds,
    holds: 'latest',
  },
  {
    name: 'directory.sites pay form',
    what: 'site',
    table: 'directory.sites',
    key: byId,
    facts: ['r.pay_form'],
    feeds: siteFeeds,
    holds: 'latest',
  },
  {
    name: 'directory.sites wallets',
    what: 'site',
    table: 'directory.sites',
    key: byId,
    facts: ['r.wallets'],
    feeds: siteFeeds,
    holds: 'latest',
  },
  {
    name: 'directory.sites lifetimes',
    what: 'site',
    table: 'directory.sites',
    key: byId,
    facts: ['r.session_minutes', 'r.challenge_minutes', 'r.authorization_days'],
    feeds: siteFeeds,
    holds: 'latest',
  },
]
