import { expect, test } from 'vitest'
import { balancesOf, changeTerms } from '#acquiring/merchant-payouts'
import { booksOf, openPaidMerchant, operator } from '../world/merchant-payouts.ts'
import { openPaymentsFixture } from '../world/payments-fixture.ts'
import { priced } from '../world/prices.ts'

test('without delay, payouts to cards use the sales of the day, and not what was closed under a delay', async () => {
  const fixture = await openPaymentsFixture({ payoutsAllowed: true })
  const { world, site, pays, paysOut } = fixture
  const { merchantId } = site
  await priced(world, site, { basisPoints: 0, fixedMinor: 0n })
  await openPaidMerchant(world, merchantId, { schedule: 'manual', delayDays: 7 })
  await pays({ amount: '100.00' })
  await world.pass({ hours: 24 })
  await changeTerms(world.app, { by: operator, merchantId, changes: { delayDays: 0 } })
  await world.runUntilIdle()
  // Each comes after a sale of 10.00 with its card.
  const refused = (most: string) => ({
    code: 'payout_not_covered',
    message: expect.stringContaining(`at most ${most} EUR`),
  })
  await expect(paysOut('10.01')).rejects.toMatchObject(refused('10.00'))
  await pays({ amount: '40.00' })
  await expect(paysOut('60.01')).rejects.toMatchObject(refused('60.00'))
  expect(await paysOut('70.00')).toMatchObject({ status: 'credited' })
  expect(await booksOf(world, merchantId)).toEqual({ payable: '-70.00', pending: '170.00' })
  expect((await balancesOf(world.app, merchantId))[0]).toMatchObject({ available: { minor: 0n } })

  await world.pass({ hours: 24 })
  expect(await booksOf(world, merchantId)).toEqual({ pending: '100.00' })
  await world.pass({ hours: 24 * 7 })
  expect(await paysOut('110.00')).toMatchObject({ status: 'credited' })
  expect((await world.verify()).differences).toEqual([])
})
