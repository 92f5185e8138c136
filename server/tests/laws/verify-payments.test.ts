import { beforeAll, describe, expect, test } from 'vitest'
import {
  bakeryDays,
  change,
  failed,
  fellBack,
  forget,
  foundAfter,
  lost,
  managed,
  notified,
  type Plant,
  paid,
  part,
  parts,
  refund,
  sumOfHour,
  transitioned,
  voided,
  whole,
} from '../world/bakery-days.ts'
import { freshDatabases } from '../world/budget.ts'
import { sampled } from '../world/length.ts'

freshDatabases({ atMost: 8, because: 'a database that lost an index to a planted fault is no use to the next' })

const earnings = 'batch 1: what a merchant has earned in it is not what its payments say'

let history: string
beforeAll(async () => {
  history = await bakeryDays()
})

const paymentPlants: Plant[] = [
  [
    'a captured amount that was changed',
    [change(paid, 'captured_minor = 900')],
    [
      `${paid}: its captured amount is not that of its history`,
      `${paid}: paymentCaptured does not fit the facts of its row`,
      ...[sumOfHour(101), 'batch 1: its net is not the sum of its payments'],
      `${paid}: its fee is not what its price makes of the captured amount`,
      earnings,
    ],
  ],
  [
    'a fee that was changed',
    [change(paid, 'fee_minor = 1')],
    [
      `${paid}: paymentCaptured does not fit the facts of its row`,
      sumOfHour(101),
      ...[`${paid}: its fee is not what its price makes of the captured amount`, earnings],
    ],
  ],
  [
    'a payment that changed hands',
    [change(paid, 'merchant_id = 666')],
    [
      `${paid}: paymentCaptured does not fit the facts of its row`,
      ...[sumOfHour(101), sumOfHour(101), sumOfHour(666), sumOfHour(666), earnings, earnings],
    ],
  ],
  [
    'a fee of a payment that took nothing',
    [change(failed, 'fee_minor = 1')],
    [`${failed}: nothing was captured, and there is a fee`],
  ],
  [
    'a refund that its payment does not know of',
    [change(parts, 'refunded_minor = 0')],
    [`${parts}: its refunded amount is not the sum of its refunds`],
  ],
  [
    'a returned fee that is too much',
    [change(part, 'fee_minor = 20')],
    [
      `${parts}: the returned fees are not the percentage of the refunded amount`,
      `${part}: paymentRefunded does not fit the facts of its row`,
      sumOfHour(101),
    ],
  ],
  [
    'a refund of another order',
    [change(part, 'order_id = 1001')],
    [
      `${parts}: refund 1003 is of another site, order, currency or connector`,
      notified.elsewhere(4),
      notified.another(4),
    ],
  ],
  [
    'a fallback that leads elsewhere than to the connector of its payment',
    [fellBack(paid, 'gen_random_uuid()', 'elsewhere')],
    [`${paid}: its fallbacks do not lead to its connector`],
  ],
  [
    'a fallback whose request has the key of the payment',
    [fellBack(paid, '(select key from payments.payments where id = 1008)', 'sandbox')],
    [`${paid}: its request has the key of one that was declined`],
  ],
  [
    'a payment that is refunded whole and does not say so',
    [change(whole, `status = 'captured'`), forget(whole, 'refundWhole')],
    [`${whole}: its status does not fit its refunds`, notified.tooOften(whole)],
  ],
  [
    'a status that no transition led to',
    [change(voided, `status = 'authorized', due_at = now()`)],
    [
      `${voided}: its history does not end in its status`,
      'order 1003: its status complete-failed does not fit its payments',
    ],
  ],
  [
    'a transition that was taken out of the middle of a history',
    [forget(voided, 'requestVoid')],
    [`${voided}: its history has an impossible transition`],
  ],
  ['a history without a beginning', [forget(failed, 'start')], [`${failed}: its history has no beginning`]],
  [
    'a transition after the end',
    [transitioned(failed, 'approve', 'failed', 'authorized')],
    [
      `${failed}: its history has an impossible transition`,
      `${failed}: its approval time does not fit its history`,
      `${failed}: its hold does not fit`,
      notified.missing(failed),
    ],
  ],
  [
    'a refund whose money never went back',
    [change(refund, `status = 'failed', captured_minor = 0, fee_minor = 0, captured_at = null`)],
    [
      `${whole}: its refunded amount is not the sum of its refunds`,
      `${whole}: its status does not fit its refunds`,
      `${refund}: its history does not end in its status`,
      `${refund}: its captured amount is not that of its history`,
      `${refund}: its capture time does not fit its history`,
      `${refund}: paymentRefunded does not fit the facts of its row`,
    ],
  ],
  [
    'missing moments',
    [change(paid, 'captured_at = null, approved_at = null'), change(failed, 'approved_at = now()')],
    [
      `${failed}: its approval time does not fit its history`,
      `${paid}: its capture time does not fit its history`,
      `${paid}: its approval time does not fit its history`,
      ...[sumOfHour(101), 'batch 1: it has payments of other batches'],
    ],
  ],
  [
    'an unknown request',
    [change(paid, `request_key = gen_random_uuid()`)],
    [`${paid}: its open request does not fit its status captured`],
  ],
  [
    'a payment in doubt without its request',
    [change(lost, 'request_key = null')],
    [`${lost}: its open request does not fit its status uncertain`],
  ],
  [
    'a payment in doubt without due work',
    [change(lost, 'due_at = null')],
    [`${lost}: it is uncertain and never resolved`],
  ],
  [
    'a history of a payment that is not there',
    [
      `insert into payments.payment_transitions (payment_id, action, to_status, minor, occurred_at)
       values (9999, 'start', 'authorizing', 1250, now())`,
    ],
    ['payment 9999: there is a history of it, and it is not there'],
  ],
  ['a payment in doubt that is left to a person', [change(lost, 'due_at = null, due_tries = 1501')], []],
]

const orderStatusChanged = (id: number, action: string, from: string, to: string): string[] => [
  `update orders.orders set status = '${to}' where id = ${id}`,
  `insert into orders.order_transitions (order_id, action, from_status, to_status, occurred_at)
   values (${id}, '${action}', '${from}', '${to}', now())`,
]
const unlike = (id: number, status: string): string => `order ${id}: its status ${status} does not fit its payments`

const orderPlants: Plant[] = [
  [
    'a paid order that does not know',
    [
      `update orders.orders set status = 'start' where id = 1001`,
      'delete from orders.order_transitions where order_id = 1001',
    ],
    [unlike(1001, 'start')],
  ],
  [
    'an order that says it is paid while its payment is in doubt',
    orderStatusChanged(1009, 'pay', 'start', 'complete-ok'),
    [unlike(1009, 'complete-ok')],
  ],
  [
    'an order that failed while its money is reserved',
    orderStatusChanged(1007, 'fail', 'in-progress', 'complete-failed'),
    [unlike(1007, 'complete-failed')],
  ],
  [
    'an order that was paid while its money is only reserved',
    orderStatusChanged(1007, 'pay', 'in-progress', 'complete-ok'),
    [unlike(1007, 'complete-ok')],
  ],
  [
    'an order that waits for a capture of nothing',
    orderStatusChanged(1009, 'reserve', 'start', 'in-progress'),
    [unlike(1009, 'in-progress')],
  ],
  [
    'two payments that paid one order',
    ['drop index payments.paid_once', change(paid, 'order_id = 1001')],
    [unlike(1001, 'complete-ok'), unlike(1006, 'complete-ok'), notified.elsewhere(11), notified.another(11)],
  ],
  [
    'an order billed later that began with nothing',
    ['drop index payments.paid_once', change(managed, 'order_id = 1009')],
    [
      unlike(1008, 'in-progress'),
      unlike(1009, 'start'),
      notified.elsewhere(13),
      notified.missing(managed),
      notified.another(13),
    ],
  ],
  [
    'an order billed later that began and does not know',
    [
      `update orders.orders set status = 'start' where id = 1008`,
      'delete from orders.order_transitions where order_id = 1008',
    ],
    [unlike(1008, 'start')],
  ],
  [
    'an order whose history does not end in its status',
    [`update orders.orders set status = 'retrying' where id = 1008`],
    ['order 1008: its history does not end in its status'],
  ],
  [
    'an order with an impossible transition',
    [
      `insert into orders.order_transitions (order_id, action, from_status, to_status, occurred_at) values (1001, 'end', 'complete-ok', 'complete-ok', now())`,
    ],
    ['order 1001: its history has an impossible transition'],
  ],
  [
    'a history of an order that is not there',
    [
      `insert into orders.order_transitions (order_id, action, from_status, to_status, occurred_at)
       select 9999, action, from_status, to_status, occurred_at from orders.order_transitions where order_id = 1001`,
      `insert into outbox.events (name, owner_kind, owner_id, subject_type, subject_id, body, occurred_at)
       select name, owner_kind, owner_id, subject_type, '9999', body, occurred_at from outbox.events
       where name = 'orderStatusChanged' and subject_id = '1001'`,
    ],
    ['order 9999: there is a history of it, and it is not there'],
  ],
  [
    'a purchase that is being retried',
    [...orderStatusChanged(1007, 'failAttempt', 'in-progress', 'retrying')],
    [unlike(1007, 'retrying')],
  ],
]

const charge = (status: string, paidMinor: number): string =>
  `insert into billing.periods (order_id, period, status, currency, minor, paid_minor, planned_at, opened_at, resolved_at)
   values (1008, 1, '${status}', 'EUR', 1000, ${paidMinor}, now(), now(), now())`

const chargePlants: Plant[] = [
  ['a period that was paid by its payment', [change(managed, 'period = 1'), charge('paid', 1000)], []],
  [
    'a period that says it is paid and is not',
    [charge('paid', 1000)],
    ['order 1008 period 1: its paid amount is not the sum of its captured payments'],
  ],
  [
    'a period that was paid more than it says',
    [change(managed, 'period = 1'), charge('uncollectible', 400)],
    ['order 1008 period 1: its paid amount is not the sum of its captured payments'],
  ],
  [
    'a payment of a period that was not charged',
    [change(managed, 'period = 1')],
    [`${managed}: its billing period does not exist`],
  ],
]

describe.each([
  ['payments', paymentPlants],
  ['orders', orderPlants],
  ['billing periods', chargePlants],
])('differences of %s', (_name, plants) => {
  test.for(sampled(plants, Math.ceil(plants.length / 4)))('%s', async ([, statements, found]) => {
    expect(await foundAfter(history, statements)).toEqual(found)
  })
})
