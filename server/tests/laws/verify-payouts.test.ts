import { beforeAll, expect, test } from 'vitest'
import { change, foundAfter, type Plant, sumOfHour, verified } from '../world/bakery-days.ts'
import { sampled } from '../world/length.ts'
import { makePaymentsFixture } from '../world/payments-fixture.ts'
import { warmDatabase } from '../world/warm-database.ts'

/** Each payout goes to the card of the payment before it. Payments and orders are numbered from 1001. */
const paidOut = 'payment 1002' // of order 1002; settled in batch 1
const declined = 'payment 1004' // of order 1004
const unsure = 'payment 1006' // of order 1006

let history: string
beforeAll(async () => {
  const fixture = await makePaymentsFixture({ payoutsAllowed: true }, { leavesDatabase: true })
  await fixture.paysOut('1.00')
  await fixture.paysOut('0.05')
  await fixture.world.pass({ hours: 24 })
  fixture.acquirerProxy.next('payOut', 'response lost')
  await fixture.paysOut('2.00')
  await fixture.world[Symbol.asyncDispose]()
  history = fixture.world.databaseUrl
})

test('days with payouts agree with themselves in everything', async () => {
  expect((await verified(await warmDatabase(history))).differences).toEqual([])
})

const plants: Plant[] = [
  [
    'a payout that was changed',
    [change(paidOut, 'captured_minor = 90')],
    [
      `${paidOut}: its captured amount is not that of its history`,
      `${paidOut}: shopperPaidOut does not fit the facts of its row`,
      sumOfHour(101),
      'batch 1: its net is not the sum of its payments',
    ],
  ],
  [
    'a payout that counts as a payment',
    [change(paidOut, `type = 'deposit'`)],
    [
      `${paidOut}: its history has no beginning`,
      `${paidOut}: shopperPaidOut is in the ledger, and its history does not require it`,
      ...[sumOfHour(101), sumOfHour(101), sumOfHour(101)],
      'batch 1: its net is not the sum of its payments',
      `${paidOut}: its fee is not what its price makes of the captured amount`,
      'batch 1: what a merchant has earned in it is not what its payments say',
    ],
  ],
  [
    'a payout that never left',
    [change(declined, `status = 'credited', captured_minor = 5, captured_at = now(), approved_at = now()`)],
    [
      `${declined}: its history does not end in its status`,
      `${declined}: its captured amount is not that of its history`,
      `${declined}: its capture time does not fit its history`,
      `${declined}: its approval time does not fit its history`,
      'order 1004: its status complete-failed does not fit its payments',
    ],
  ],
  [
    'a payout in doubt without due work',
    [change(unsure, 'due_at = null')],
    [`${unsure}: it is uncertain and never resolved`],
  ],
  [
    'an order that says it is paid out while its payout is in doubt',
    [
      `update orders.orders set status = 'complete-ok' where id = 1006`,
      `insert into orders.order_transitions (order_id, action, from_status, to_status, occurred_at)
       values (1006, 'pay', 'start', 'complete-ok', now())`,
    ],
    ['order 1006: its status complete-ok does not fit its payments'],
  ],
]

test.for(sampled(plants, Math.ceil(plants.length / 4)))('%s is found', async ([, statements, found]) => {
  expect(await foundAfter(history, statements)).toEqual(found)
})
