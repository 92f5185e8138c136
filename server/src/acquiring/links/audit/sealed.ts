import { byId, type Feed, type Sealed } from '#kernel/audit/seal/sealed.ts'

/** Erasing a shopper takes the address and the terms that say something of them. */
const linkFeeds: readonly Feed[] = [
  {
    journal: { table: 'outbox.events' },
    keys: (rows) => `select subject_id::bigint from ${rows} where subject_type = 'link'`,
  },
  {
    journal: { table: 'outbox.events' },
    // Of elements of JSON the planner expects 100 in each event, and would rather read all links; of an array, 10.
    keys: (rows) =>
      `select unnest(array(select jsonb_array_elements_text(f.body -> 'links'))::bigint[]) from ${rows} where f.name = 'shopperErased'`,
  },
]

/** How often a link was used is counted again from its uses. */
export const sealed: readonly Sealed[] = [
  {
    name: 'links.links',
    what: 'link',
    table: 'links.links',
    key: byId,
    facts: [
      'r.hash',
      'r.site_id',
      'r.version',
      'r.active',
      'r.currency',
      'r.minor',
      'r.limit_access',
      'r.expire_date',
      'r.created_at',
      'r.updated_at',
      'r.removed_at',
      `(select jsonb_agg(jsonb_build_array(v.version, v.terms, v.made_at) order by v.version)
        from links.versions v where v.link_id = r.id)`,
    ],
    feeds: linkFeeds,
    holds: 'latest',
    covers: ['links.versions'],
  },
  {
    name: 'links.links person',
    what: 'link',
    table: 'links.links',
    key: byId,
    facts: ['r.customer_email'],
    salt: `uuid_send(r.seal_salt)`,
    feeds: linkFeeds,
    holds: 'latest',
  },
  {
    name: 'links.uses',
    what: 'use of a link by order',
    table: 'links.uses',
    key: [{ column: 'order_id', type: 'bigint' }],
    facts: ['r.link_id', 'r.version'],
    feeds: [
      {
        journal: { table: 'outbox.events' },
        keys: (rows) =>
          `select u.order_id from ${rows} join links.uses u on u.order_id = f.subject_id::bigint where f.name = 'orderOpened'`,
      },
    ],
    holds: 'first',
  },
]
