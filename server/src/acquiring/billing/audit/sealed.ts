import type { Column, Feed, Sealed } from '#kernel/audit/seal/sealed.ts'

const key: readonly Column[] = [
  { column: 'order_id', type: 'bigint' },
  { column: 'period', type: 'integer' },
]

/** The periods that are open, and those that have just been resolved: the older ones do not change any more. */
const recent = 'c.period >= o.next_period - 2 or c.resolved_at is null'

const changeFeeds: readonly Feed[] = [
  {
    journal: { table: 'outbox.events' },
    keys: (rows) =>
      `select c.order_id, c.period from ${rows} join orders.orders o on o.id = f.subject_id::bigint
       join billing.periods c on c.order_id = o.id and (${recent}) where f.subject_type = 'order'`,
  },
  {
    journal: { table: 'payments.payment_transitions' },
    keys: (rows) =>
      `select p.order_id, p.period from ${rows} join payments.payments p on p.id = f.payment_id where p.period is not null`,
  },
]

export const sealed: readonly Sealed[] = [
  {
    name: 'billing.periods',
    what: 'billing period',
    table: 'billing.periods',
    key,
    facts: ['r.currency', 'r.minor', 'r.opened_at'],
    feeds: changeFeeds,
    holds: 'first',
  },
  {
    name: 'billing.periods result',
    what: 'billing period',
    table: 'billing.periods',
    key,
    facts: [
      'r.planned_at',
      'r.status',
      'r.paid_minor',
      'r.resolved_at',
      'r.failures',
      'r.first_failed_at',
      'r.last_reason',
      'r.micro',
      'r.lost',
    ],
    feeds: changeFeeds,
    holds: 'latest',
  },
]
