import { expect, test, vi } from 'vitest'
import { balancesOf, changeTerms, listPayouts, type TermsChange } from '#acquiring/merchant-payouts'
import { openPaidMerchant, operator } from '../world/merchant-payouts.ts'
import { euros, openPaymentsFixture } from '../world/payments-fixture.ts'

/** A day of the schedule that has come is paid, though its terms change before a worker has looked at it. */

/** Half a minute after the time of the only payout of May. */
async function openDue() {
  const { world, site, pays } = await openPaymentsFixture()
  const { merchantId } = site
  await openPaidMerchant(world, merchantId, { schedule: 'monthly 6', timeZone: 'UTC' })
  await pays({ amount: '100.00' })
  await world.pass({ hours: 24 })
  world.clock.set(Temporal.Instant.from('2026-05-06T06:00:30Z'))
  return {
    world,
    changes: (changes: TermsChange) => changeTerms(world.app, { by: operator, merchantId, changes }),
    hindrance: async () => (await balancesOf(world.app, merchantId))[0]!.hindrance?.code,
    payouts: async () => {
      const filter = { merchantIds: [merchantId], status: undefined }
      const { data } = await listPayouts(world.app.db, filter, { page: 1, size: 9 })
      return data.map(({ scheduledFor }) => scheduledFor)
    },
  }
}

test.each<[string, TermsChange, string[]]>([
  ['a minimum', { minimums: [euros('5.00')] }, ['2026-05-06']],
  ['another schedule', { schedule: 'monthly 20' }, ['2026-05-06']],
  ['a time zone in which it is six later', { timeZone: 'America/New_York' }, ['2026-05-06']],
  ['a time zone in which it was six before', { timeZone: 'Asia/Tokyo' }, ['2026-05-06']],
  ['payouts by hand', { schedule: 'manual' }, []],
])('%s that is set when the day has come', async (_, change, paid) => {
  const { world, changes, payouts } = await openDue()
  await changes(change)
  await world.runUntilIdle()
  await world.pass({ hours: 10 })
  expect(await payouts()).toEqual(paid)
  expect((await world.verify()).differences).toEqual([])
})

test('a payout that has failed is tried again, though terms change meanwhile', async () => {
  const { world, changes, payouts, hindrance } = await openDue()
  const { db } = world.app
  const locked = db.locked.bind(db)
  const broken = vi
    .spyOn(db, 'locked')
    .mockImplementation((locks, options, work) =>
      options.name === 'create-payout' ? Promise.reject(new TypeError('a bug')) : locked(locks, options, work),
    )
  await world.runUntilIdle()
  broken.mockRestore()
  expect({ payouts: await payouts(), hindrance: await hindrance() }).toEqual({
    payouts: [],
    hindrance: 'schedule_failed',
  })

  await changes({ delayDays: 3 })
  await world.pass({ hours: 2 })
  expect({ payouts: await payouts(), hindrance: await hindrance() }).toEqual({
    payouts: ['2026-05-06'],
    hindrance: 'nothing_available',
  })
})
