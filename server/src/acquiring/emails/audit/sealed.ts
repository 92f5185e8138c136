import { byId, journalSeal, type Sealed } from '#kernel/audit/seal/sealed.ts'

export const sealed: readonly Sealed[] = [
  journalSeal('emails.emails', {
    what: 'email',
    facts: ['r.site_id', 'r.order_id', 'r.kind', 'r.fact', 'r.recipient', 'r.key', 'r.created_at'],
  }),
  {
    // Both are deleted after a time, and then nothing is compared. One that is sent elsewhere is announced.
    name: 'emails.emails content',
    what: 'email',
    table: 'emails.emails',
    key: byId,
    facts: ['r.address', 'r.content'],
    salt: `select s.salt from orders.orders o join shoppers.seal_salts s on s.shopper_id = o.shopper_id
           where o.id = r.order_id and r.address is not null`,
    feeds: [
      { journal: { table: 'emails.emails' } },
      {
        journal: { table: 'outbox.events' },
        keys: (rows) => `select subject_id::bigint from ${rows} where subject_type = 'email'`,
      },
    ],
    holds: 'latest',
  },
]
