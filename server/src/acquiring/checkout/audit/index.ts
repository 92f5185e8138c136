/** The audit of the checkout: which facts of its sessions are sealed. */
import { byId, journalSeal, type Sealed } from '#kernel/audit/seal/sealed.ts'

export const sealed: readonly Sealed[] = [
  journalSeal('checkout.sessions', {
    what: 'session',
    // A store may sign its form again with a new key.
    facts: ['r.site_id', 'r.order_id', `r.options - 'signedBy'`, 'r.created_at'],
  }),
  {
    // Only a session that ends unpaid is said to have ended, and its order fails with it.
    name: 'checkout.sessions end',
    what: 'session',
    table: 'checkout.sessions',
    key: byId,
    facts: ['r.status', 'r.end_reason'],
    feeds: [
      {
        journal: { table: 'orders.order_transitions' },
        keys: (rows) => `select s.id from ${rows} join checkout.sessions s on s.order_id = f.order_id`,
      },
    ],
    holds: 'latest',
  },
]
