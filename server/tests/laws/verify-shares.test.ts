import { expect, onTestFinished, test } from 'vitest'
import { applyIncomingResult } from '../../src/app/incoming-result.ts'
import { banksOf } from '../world/disputes.ts'
import { sampled } from '../world/length.ts'
import { euros, makePaymentsFixture } from '../world/payments-fixture.ts'

/** A split payment, 1001, with a refund, 1002, and a chargeback, 1003. */
async function openSplitPayment() {
  const fixture = await makePaymentsFixture()
  onTestFinished(() => fixture.world[Symbol.asyncDispose]())
  const { site: hotel } = await fixture.world.merchant({ acceptsSplitsFrom: [fixture.site.id] })
  const split = { toSite: hotel.id, amount: euros('6.00'), description: undefined, splits: [] }
  const payment = await fixture.pays({ option: { splits: [split], subMerchantId: undefined } })
  await fixture.world.pass({ hours: 24 })
  await fixture.reverses(payment, '5.00')
  await banksOf(fixture).disputes(payment, '1.00')
  const found = async () => {
    const { differences } = await fixture.world.verify()
    return differences.map(({ about, wrong }) => `${about}: ${wrong}`)
  }
  return { ...fixture, found }
}

const requested = 'its shares are not those that were requested'
const ordered = 'its shares are not those of its order'
const proportion = 'its shares are not in proportion to what was left of its payment'
const stands = 'what its share 1 has returned is not its part of what was refunded, charged back or reversed'
const unfit = (recipe: string) => `${recipe} does not fit the facts of its row`

const sevenRequested = `jsonb_set(transaction_option, '{splitPayment,splitSchema,0,amount}', '"7.00"')`
const plants: [name: string, id: number, set: string, expected: string[]][] = [
  [
    'a share that grew with what was requested',
    1001,
    `shares = jsonb_set(shares, '{0,minor}', '"700"'), transaction_option = ${sevenRequested}`,
    [`payment 1001: ${ordered}`, `payment 1001: ${unfit('paymentCaptured')}`],
  ],
  [
    'a merchant behind the site that the order does not have',
    1001,
    `transaction_option = transaction_option || '{"subMerchantId": "mallory"}'`,
    [`payment 1001: ${ordered}`],
  ],
  [
    'a share that grew',
    1001,
    `shares = jsonb_set(shares, '{0,minor}', '"700"')`,
    [`payment 1001: ${requested}`, `payment 1001: ${unfit('paymentCaptured')}`],
  ],
  [
    'a share that went to another merchant',
    1001,
    `shares = jsonb_set(shares, '{0,merchant}', '101')`,
    [`payment 1001: ${requested}`, `payment 1001: ${unfit('paymentCaptured')}`],
  ],
  [
    'a share that is lost',
    1001,
    'shares = null',
    [`payment 1001: ${requested}`, `payment 1001: ${unfit('paymentCaptured')}`],
  ],
  [
    'a share that nobody requested',
    1001,
    'transaction_option = null',
    [
      `payment 1001: ${requested}`,
      `payment 1001: ${ordered}`,
      `payment 1002: ${proportion}`,
      `payment 1003: ${proportion}`,
    ],
  ],
  [
    'a refund that a share did not take part in',
    1002,
    'shares = null',
    [`payment 1002: ${proportion}`, `payment 1002: ${unfit('paymentRefunded')}`],
  ],
  [
    'a chargeback that took more of a share',
    1003,
    `shares = jsonb_set(shares, '{0,minor}', '"90"')`,
    [`payment 1003: ${proportion}`, `payment 1003: ${unfit('chargebackOpened')}`],
  ],
]

test.for(sampled(plants, Math.ceil(plants.length / 4)))('verify finds %s', async ([, id, set, expected]) => {
  const { world, found } = await openSplitPayment()
  expect(await found()).toEqual([])
  await world.query(`update payments.payments set ${set} where id = ${id}`)
  expect(await found()).toEqual(expect.arrayContaining(expected))
})

/** A payment of 10.00 with a share of 6.00, 1001, whose refund, 1002, was declined after its chargeback, 1003. */
async function openCorrected() {
  const fixture = await makePaymentsFixture()
  onTestFinished(() => fixture.world[Symbol.asyncDispose]())
  const { world, site, acquirerProxy } = fixture
  const { site: hotel } = await world.merchant({ acceptsSplitsFrom: [site.id] })
  const split = { toSite: hotel.id, amount: euros('6.00'), description: undefined, splits: [] }
  const payment = await fixture.pays({ option: { splits: [split], subMerchantId: undefined } })
  await world.pass({ hours: 24 })
  acquirerProxy.next('refund', 'request lost')
  acquirerProxy.next('inquire', 'request lost', 'request lost', 'request lost', 'request lost')
  await fixture.reverses(payment)
  const bank = banksOf(fixture)
  const dispute = await bank.disputes(payment)
  const [refund] = await fixture.followersOf(payment)
  const result = { outcome: 'declined', reason: 'declined_by_bank', reference: 'r-1', checks: undefined } as const
  await applyIncomingResult(world.app, refund!.connector, { key: refund!.key, result })
  return { ...fixture, bank, payment, dispute, hotel }
}

test('verify finds a correction that is lost, or was changed, and shares that nobody corrected', async () => {
  const { world } = await openCorrected()
  const found = async () => (await world.verify()).differences.map(({ about, wrong }) => `${about}: ${wrong}`)
  expect(await found()).toEqual([])
  const booked = `payment 1002: ${unfit('sharesCorrected')}`
  await world.query(`update payments.payments set share_corrections = '["599"]' where id = 1002`)
  expect(await found()).toEqual(expect.arrayContaining([`payment 1002: ${proportion}`, booked]))
  await world.query('update payments.payments set share_corrections = null where id = 1002')
  expect(await found()).toEqual(expect.arrayContaining([`payment 1001: ${stands}`, booked]))
  // Books as versions before the correction have left them.
  await world.query(`alter table ledger.lines disable trigger user`)
  await world.query(`alter table ledger.entries disable trigger user`)
  await world.query(
    `delete from ledger.lines where entry_id = (select id from ledger.entries where recipe = 'sharesCorrected')`,
  )
  await world.query(`delete from ledger.entries where recipe = 'sharesCorrected'`)
  expect(await found()).toEqual(expect.arrayContaining([`payment 1001: ${stands}`]))
})

test('verify finds an order that says other shares than its payment has', async () => {
  const { world, found } = await openSplitPayment()
  await world.query(
    `update orders.orders set transaction_option = ${sevenRequested} where transaction_option is not null returning id`,
  )
  expect(await found()).toEqual([`payment 1001: ${ordered}`])
  await world.query(
    'update orders.orders set transaction_option = null where transaction_option is not null returning id',
  )
  expect(await found()).toEqual([`payment 1001: ${ordered}`])
})
