import { beforeAll, expect, test } from 'vitest'
import {
  change,
  forget,
  foundAfter,
  notified,
  type Plant,
  sumOfHour,
  transitioned,
  verified,
} from '../world/bakery-days.ts'
import { banksOf } from '../world/disputes.ts'
import { sampled } from '../world/length.ts'
import { makePaymentsFixture } from '../world/payments-fixture.ts'
import { warmDatabase } from '../world/warm-database.ts'

const won = 'payment 1002' // the dispute of 1001, and its representment
const represented = 'payment 1003'
const partLost = 'payment 1004'
const lost = 'payment 1005' // a dispute of a part of 1004
const disputed = 'payment 1006'
const opened = 'payment 1007' // the dispute of 1006
const twice = 'payment 1008' // was cancelled, and is disputed all the same
const disputedTwice = 'payment 1009'

let history: string
beforeAll(async () => {
  const fixture = await makePaymentsFixture({}, { leavesDatabase: true })
  const { disputes, decides, sends } = banksOf(fixture)
  const first = await fixture.pays()
  await decides(first, await disputes(first), 'won')
  const second = await fixture.pays()
  await decides(second, await disputes(second, '4.00'), 'lost')
  await disputes(await fixture.pays())
  const cancelled = await fixture.reverses(await fixture.pays())
  await sends({ authorization: cancelled.key, dispute: 'd-1' })
  await fixture.world.pass({ hours: 24 })
  await fixture.world[Symbol.asyncDispose]()
  history = fixture.world.databaseUrl
})

test('the records of disputes agree with each other', async () => {
  const report = await verified(await warmDatabase(history))
  expect(report.differences).toEqual([])
  expect(report.checked).toContainEqual({ what: 'disputes', count: 4 })
})

const withoutEvent = (reference: string) => `${reference}: no dispute event reports this status of the chargeback`
const setAside = (account: string) => `account ${account} in EUR: it is not the sum of the open disputes`
const both = [setAside('acquirer:disputed'), setAside('merchant:101:disputed')]
const another = (chargeback: string) => `${chargeback.replace('payment', 'dispute')}: it is not as its chargeback`
const disputeEvent = (set: string, where: string) => `update disputes.events set ${set} where ${where}`

const plants: Plant[] = [
  [
    'a dispute that its payment does not know of',
    [change(disputed, 'charged_back_minor = 0')],
    [`${disputed}: what is charged back is not the sum of its disputes`],
  ],
  [
    'a charge-back of a payment that knows of another amount',
    [change(twice, 'charged_back_minor = 5')],
    [`${twice}: what is charged back is not the sum of its disputes`],
  ],
  [
    'a payment that forgot its dispute',
    [change(partLost, `status = 'captured'`), forget(partLost, 'dispute'), forget(partLost, 'forfeit')],
    [`${partLost}: its status does not fit its refunds and disputes`, notified.tooOften(partLost)],
  ],
  [
    'an undecided dispute',
    [change(opened, `status = 'lost'`), transitioned(opened, 'lose', 'opened', 'lost')],
    [
      `${opened}: its history requires chargebackLost, which is not in the ledger`,
      withoutEvent(opened),
      `${disputed}: its status does not fit its refunds and disputes`,
      ...both,
      `${opened.replace('payment', 'dispute')}: it has not ended as its chargeback`,
    ],
  ],
  [
    'a loss that the history does not know of',
    [forget(lost, 'lose')],
    [
      `${lost}: its history does not end in its status`,
      `${lost}: chargebackLost is in the ledger, and its history does not require it`,
    ],
  ],
  [
    'money that came back for another payment',
    [change(represented, 'parent_id = 1006')],
    [
      `${disputed}: representment 1003 is of another site, order, currency or connector`,
      `${won}: it was won, and has no representment`,
      `${represented}: it represents a chargeback that was not won`,
    ],
  ],
  [
    'a charge-back of another amount than the bank took',
    [change(disputedTwice, 'minor = 900, captured_minor = 900')],
    [
      `${disputedTwice}: chargebackOpened does not fit the facts of its row`,
      sumOfHour(101),
      'batch 1: its net is not the sum of its payments',
      'dispute event 6: it reports dispute d-1 as opened, is done, and was not applied',
      `${twice}: what is charged back is not the sum of its disputes`,
      ...both,
      another(disputedTwice),
      notified.another(12),
    ],
  ],
  [
    'a charge-back that changed hands',
    [change(opened, 'merchant_id = 666')],
    [
      `${opened}: chargebackOpened does not fit the facts of its row`,
      ...[sumOfHour(101), sumOfHour(666)],
      setAside('merchant:101:disputed'),
      setAside('merchant:666:disputed'),
      another(opened),
    ],
  ],
  [
    'a dispute that was won before its event',
    [disputeEvent('done_at = null, due_at = now()', `kind = 'won'`)],
    [withoutEvent(won)],
  ],
]

test.for(sampled(plants, Math.ceil(plants.length / 4)))('%s is found', async ([, statements, found]) => {
  expect(await foundAfter(history, statements)).toEqual(found)
})
