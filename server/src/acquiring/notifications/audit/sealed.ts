import { journalSeal, type Sealed } from '#kernel/audit/seal/sealed.ts'

/** A notification is still sent for a day at most; the attempts of one that rests are sealed, in the order of all. */
const stillSent = `r.due_at is not null
  and r.created_at > (select created_at from notifications.notifications order by id desc limit 1) - interval '1 day'`

export const sealed: readonly Sealed[] = [
  journalSeal('notifications.notifications', {
    what: 'notification',
    facts: ['r.site_id', 'r.payment_id', 'r.order_id', 'r.body', 'r.created_at'],
    salt: `select s.salt from payments.payments p join shoppers.seal_salts s on s.shopper_id = p.shopper_id where p.id = r.payment_id`,
  }),
  {
    name: 'notifications.attempts',
    what: 'attempt of notification',
    table: 'notifications.attempts',
    key: [
      { column: 'notification_id', type: 'bigint' },
      { column: 'attempt', type: 'integer' },
    ],
    facts: ['r.outcome', 'r.http_status', 'r.reply', 'r.took_ms', 'r.attempted_at'],
    feeds: [
      {
        journal: { table: 'notifications.notifications', restUpTo: { name: 'at rest', before: stillSent } },
        keys: (rows) =>
          `select a.notification_id, a.attempt from ${rows} join notifications.attempts a on a.notification_id = f.id`,
      },
    ],
    holds: 'first',
  },
]
