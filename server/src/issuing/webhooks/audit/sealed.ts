import { journalSeal, type Sealed } from '#kernel/audit/seal/sealed.ts'

/** An event is still sent for two days at most; the attempts of one that rests are sealed, in the order of all. */
const stillSent = `r.due_at is not null
  and r.created_at > (select created_at from webhooks.events order by id desc limit 1) - interval '3 days'`

export const sealed: readonly Sealed[] = [
  journalSeal('webhooks.events', {
    what: 'webhook',
    facts: ['r.partner_id', 'r.holder_id', 'r.event_id', 'r.event_type', 'r.body', 'r.created_at'],
  }),
  {
    name: 'webhooks.attempts',
    what: 'attempt of webhook',
    table: 'webhooks.attempts',
    key: [
      { column: 'event', type: 'bigint' },
      { column: 'attempt', type: 'integer' },
    ],
    facts: ['r.delivery_id', 'r.url', 'r.outcome', 'r.http_status', 'r.reply', 'r.took_ms', 'r.attempted_at'],
    feeds: [
      {
        journal: { table: 'webhooks.events', restUpTo: { name: 'at rest', before: stillSent } },
        keys: (rows) => `select a.event, a.attempt from ${rows} join webhooks.attempts a on a.event = f.id`,
      },
    ],
    holds: 'first',
  },
]
