import pg from 'pg'
import { expect, test } from 'vitest'
import { balancesOf, createPayoutByHand } from '#acquiring/merchant-payouts'
import { earningsToMove, moveEarnings } from '#acquiring/payments'
import { moveOlderEarnings, startMovingEarnings } from '../../src/app/move-earnings.ts'
import { booksOf, openPaidMerchant, operator } from '../world/merchant-payouts.ts'
import { openPaymentsFixture } from '../world/payments-fixture.ts'
import { priced } from '../world/prices.ts'

const day = { hours: 24 }

/** An installation that has earned money before there was an account for what waits. */
async function openOlder() {
  const fixture = await openPaymentsFixture()
  const { world, site } = fixture
  await world.query('alter table payments.pending_start disable trigger append_only')
  await world.query('delete from payments.pending_start')
  await world.query('alter table payments.pending_start enable trigger append_only')
  await priced(world, site, { basisPoints: 0, fixedMinor: 0n })
  const { merchantId } = site
  await openPaidMerchant(world, merchantId, {
    schedule: 'manual',
    delayDays: 3,
    reserveBasisPoints: 1000,
    reserveDays: 180,
  })
  return {
    ...fixture,
    books: () => booksOf(world, merchantId),
    why: async () => (await balancesOf(world.app, merchantId))[0]?.hindrance?.code,
    moves: () => moveOlderEarnings(world.app, world.databaseUrl),
    pay: () => createPayoutByHand(world.app, { by: operator, merchantId, currency: 'EUR', amount: undefined }),
  }
}

test('what was earned before waits where it should once the last program of before has gone, and payouts wait for it', async () => {
  const older = await openOlder()
  const { world, site, pays, reverses, books, why, moves, pay } = older
  const { site: hotel } = await world.merchant({ acceptsSplitsFrom: [site.id] })
  const splits = [
    { toSite: hotel.id, amount: { minor: 10_00n, currency: 'EUR' as const }, description: undefined, splits: [] },
  ]
  await pays({ amount: '100.00' })
  await world.pass(day)
  const [inPart, whole] = [
    await pays({ amount: '40.00', option: { splits, subMerchantId: undefined } }),
    await pays({ amount: '20.00' }),
  ]
  expect([await books(), await booksOf(world, hotel.merchantId)]).toEqual([
    { payable: '140.00', reserve: '10.00' },
    { payable: '10.00' },
  ])
  const program = new pg.Client({ connectionString: world.databaseUrl, application_name: 'florin_app/2' })
  await program.connect()
  expect(await moves()).toEqual({ older: [expect.stringContaining('florin_app/2')] })
  await pays({ amount: '5.00' })
  expect([await books(), await why()]).toEqual([{ payable: '145.00', reserve: '10.00' }, 'earnings_moving'])
  await expect(pay()).rejects.toMatchObject({ code: 'merchant_payout_hindered' })
  await program.end()

  expect(await Promise.all([moves(), moves()])).toEqual(['done', 'done'])
  expect(await moves()).toBe('done')
  expect([await books(), await booksOf(world, hotel.merchantId)]).toEqual([
    { pending: '145.00', reserve: '10.00' },
    { pending: '10.00' },
  ])
  expect(await why()).toBe('nothing_available')
  // From here on it is as if it had waited there from the beginning.
  await pays({ amount: '7.00' })
  await reverses(inPart, '20.00')
  await reverses(whole)
  expect([await books(), await booksOf(world, hotel.merchantId)]).toEqual([
    { pending: '117.00', reserve: '10.00' },
    { pending: '5.00' },
  ])
  await world.pass({ hours: 48 })
  await world.pass(day)
  // The first batch is over; of the second, a tenth of 42.00 is held.
  expect(await books()).toEqual({ payable: '90.00', pending: '22.80', reserve: '14.20' })
  await pay()
  for (let days = 0; days < 2; days++) await world.pass(day)
  expect(await books()).toMatchObject({ payable: '22.80', reserve: '14.20' })
})

test('a move that is interrupted goes on, and the day is closed meanwhile', async () => {
  const { world, pays, books, why, moves, pay } = await openOlder()
  for (let sale = 0; sale < 3; sale++) await pays({ amount: '10.00' })
  await world.query(`insert into payments.pending_start (began_at) values ('${world.clock.now()}')`)
  await moveEarnings(world.app, await earningsToMove(world.app.db, 1))
  expect([await books(), await why()]).toEqual([{ payable: '20.00', pending: '10.00' }, 'earnings_moving'])
  await expect(pay()).rejects.toMatchObject({ code: 'merchant_payout_hindered' })
  // The batch moves what is left of its payments.
  await world.pass(day)
  expect([await books(), await why()]).toEqual([{ pending: '27.00', reserve: '3.00' }, 'nothing_available'])
  const moving = startMovingEarnings(world.app, { url: world.databaseUrl, everyMs: 5 })
  await moving.stop()
  expect(await moves()).toBe('done')
  expect(await books()).toEqual({ pending: '27.00', reserve: '3.00' })
})
