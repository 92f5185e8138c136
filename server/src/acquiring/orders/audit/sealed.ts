import { byId, type Feed, journalSeal, type Sealed } from '#kernel/audit/seal/sealed.ts'

/** Whatever changes an order tells an event of it, or is a payment of it. */
const changeFeeds: readonly Feed[] = [
  { journal: { table: 'orders.order_transitions' }, keys: (rows) => `select order_id from ${rows}` },
  {
    journal: { table: 'outbox.events' },
    keys: (rows) => `select subject_id::bigint from ${rows} where subject_type = 'order'`,
  },
  {
    journal: { table: 'payments.payment_transitions' },
    keys: (rows) => `select p.order_id from ${rows} join payments.payments p on p.id = f.payment_id`,
  },
]

/** What the store said of an order goes with its shopper; what is left of it is sealed again then. */
const ofErased: readonly Feed[] = [
  {
    journal: { table: 'outbox.events' },
    keys: (rows) =>
      `select o.id from ${rows} join orders.orders o on o.shopper_id = f.subject_id::bigint where f.name = 'shopperErased'`,
  },
]

const facts = [
  'r.site_id',
  'r.shopper_id',
  'r.external_id',
  'r.type',
  'r.mode',
  'r.created_at',
  'r.currency',
  'r.minor',
  'r.trial_minor',
  'r.description',
  'r.items',
  'r.tags',
  'r.level3',
  'r.attempts_max',
  'r.first_bill_at',
  'r.retry_payment',
  'r.transaction_option',
]

/** When the next period is due is computed again from these, by `check-schedules.ts`. */
export const sealed: readonly Sealed[] = [
  journalSeal('orders.order_transitions', {
    what: 'order transition',
    facts: ['r.order_id', 'r.action', 'r.from_status', 'r.to_status', 'r.reason', 'r.occurred_at'],
  }),
  journalSeal('orders.orders', {
    what: 'order',
    facts,
    gone: 'exists (select from shoppers.shoppers h where h.id = r.shopper_id and h.erased_at is not null)',
  }),
  {
    name: 'orders.orders of erased',
    what: 'order',
    table: 'orders.orders',
    key: byId,
    facts,
    feeds: ofErased,
    holds: 'latest',
  },
  {
    name: 'orders.orders schedule',
    what: 'order',
    table: 'orders.orders',
    key: byId,
    facts: [
      'r.status',
      'r.end_reason',
      'r.attempts',
      'r.card_id',
      'r.interval_type',
      'r.interval_value',
      'r.anchor_at',
      'r.anchor_period',
      'r.anchor_lead',
      'r.next_period',
      'r.network_transaction_id',
      'r.network_transaction_at',
      'r.cancel_reason',
    ],
    feeds: changeFeeds,
    holds: 'latest',
  },
  {
    name: 'orders.orders end',
    what: 'order',
    table: 'orders.orders',
    key: byId,
    facts: ['r.last_period'],
    feeds: changeFeeds,
    holds: 'latest',
  },
  {
    name: 'orders.orders end planned by',
    what: 'order',
    table: 'orders.orders',
    key: byId,
    facts: ['r.end_planned_by'],
    feeds: changeFeeds,
    holds: 'latest',
  },
  {
    name: 'orders.orders wallet',
    what: 'order',
    table: 'orders.orders',
    key: byId,
    facts: ['r.wallet'],
    feeds: changeFeeds,
    holds: 'latest',
  },
  {
    name: 'orders.orders person',
    what: 'order',
    table: 'orders.orders',
    key: byId,
    facts: [
      // Until it is paid for, the newest form of an order decides these.
      `case when r.status <> 'start' then jsonb_build_array(r.back_url, r.custom_data, r.invoice_email, r.language) end`,
      'r.cancel_message',
    ],
    salt: 'select s.salt from shoppers.seal_salts s where s.shopper_id = r.shopper_id',
    feeds: changeFeeds,
    holds: 'latest',
  },
]
