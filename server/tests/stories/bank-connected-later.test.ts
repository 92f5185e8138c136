import { expect, test } from 'vitest'
import { createPayoutByHand, listPayouts } from '#acquiring/merchant-payouts'
import { openPaidMerchant, operator } from '../world/merchant-payouts.ts'
import { openPaymentsFixture } from '../world/payments-fixture.ts'

test('payouts that wait for a file are submitted by the bank that is connected since', async () => {
  const { world, site, pays } = await openPaymentsFixture()
  const { merchantId } = site
  await openPaidMerchant(world, merchantId, { schedule: 'manual' })
  await pays({ amount: '100.00' })
  await world.pass({ hours: 24 })
  const byFile = { ...world.app, bank: undefined }
  await createPayoutByHand(byFile, { by: operator, merchantId, currency: 'EUR', amount: undefined })
  const payouts = async () => {
    const { data } = await listPayouts(
      world.app.db,
      { merchantIds: [merchantId], status: undefined },
      { page: 1, size: 9 },
    )
    return data.map(({ status }) => status)
  }
  expect(await payouts()).toEqual(['created'])
  await world.pass({ hours: 24 })
  expect(await payouts()).toEqual(['submitted'])
  for (let quarter = 0; quarter < 8; quarter++) await world.pass({ hours: 6 })
  expect(await payouts()).toEqual(['paid'])
  expect((await world.verify()).differences).toEqual([])
})
