/** The audit of the checkout: which facts of its sessions are sealed. */
import { byId, journalSeal, type Sealed } from '#kernel/audit/seal/sealed.ts'

// A store may sign its form again with a new key.
const facts = ['r.site_id', 'r.order_id', `r.options - 'signedBy'`, 'r.created_at']

export const sealed: readonly Sealed[] = [
  journalSeal('checkout.sessions', {
    what: 'session',
    facts,
    gone: `exists (select from orders.orders o join shoppers.shoppers h on h.id = o.shopper_id
      where o.id = r.order_id and h.erased_at is not null)`,
  }),
  {
    // The browser of a shopper who was erased is gone from it.
    name: 'checkout.sessions of erased',
    what: 'session',
    table: 'checkout.sessions',
    key: byId,
    facts,
    feeds: [
      {
        journal: { table: 'outbox.events' },
        keys: (rows) =>
          `select s.id from ${rows} join orders.orders o on o.shopper_id = f.subject_id::bigint
           join checkout.sessions s on s.order_id = o.id where f.name = 'shopperErased'`,
      },
    ],
    holds: 'latest',
  },
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
