import { expect, test } from 'vitest'
import { openPeople } from '../world/staff.ts'
import { openSubscriptionShop } from '../world/subscriber.ts'

test('a merchant sees what its subscriptions will charge in two weeks, by its own days, and which cards expire before', async () => {
  // Monday, May 4, 13:00 in Bucharest.
  const shop = await openSubscriptionShop({ timeZone: 'Europe/Bucharest' })
  const { world, site } = shop
  const merchant = { kind: 'merchant', id: String(site.merchantId) } as const
  const mia = await (await openPeople(world)).person('owner', merchant)
  const renewals = async () => (await mia.call('GET', `/merchants/${site.merchantId}/renewals`)).body

  expect(await renewals()).toMatchObject({
    from: '2026-05-04',
    to: '2026-05-17',
    days: [],
    totals: [],
    expiringCards: 0,
  })
  const weekly = await shop.subscribes({
    orderId: 'weekly',
    order: { intervalType: 'day', intervalValue: 6 },
    amount: '10.00',
  })
  await shop.subscribes({ orderId: 'monthly' })
  expect(await renewals()).toMatchObject({
    days: [
      { day: '2026-05-10', isOverdue: false, currency: 'EUR', count: 1, amount: '10.00' },
      { day: '2026-05-16', isOverdue: false, currency: 'EUR', count: 1, amount: '10.00' },
    ],
    totals: [{ currency: 'EUR', count: 2, amount: '20.00' }],
    expiringCards: 0,
  })
  // What ends after its next bill is billed once.
  const reason = 'She moves away.'
  await mia.call('POST', `/orders/${weekly.orderId}/cancel`, { body: { when: 'afterNextBill', reason } })
  expect((await renewals()).days).toEqual([
    { day: '2026-05-10', isOverdue: false, currency: 'EUR', count: 1, amount: '10.00' },
  ])
  await mia.call('POST', `/orders/${weekly.orderId}/keep`, { body: { reason } })

  // May 28: the month's bill is on June 4, and its card ends with May.
  await shop.goesTo('2026-05-24T10:30:00Z')
  await shop.subscribes({ orderId: 'expiring', order: { intervalType: 'day', intervalValue: 10 }, expiry: '05/26' })
  const later = await renewals()
  expect(later).toMatchObject({ from: '2026-05-24', to: '2026-06-06', expiringCards: 1 })
  expect(later.days).toContainEqual({ day: '2026-06-04', isOverdue: false, currency: 'EUR', count: 1, amount: '30.00' })
})

test('bills that are overdue, because no process came to them, are in it: first, together, and marked', async () => {
  const shop = await openSubscriptionShop()
  const { world, site } = shop
  await shop.subscribes({ orderId: 'daily', order: { intervalType: 'day', intervalValue: 2 }, amount: '10.00' })
  await shop.subscribes({ orderId: 'monthly' })
  world.clock.set(Temporal.Instant.from('2026-06-06T10:00:00Z'))
  const merchant = { kind: 'merchant', id: String(site.merchantId) } as const
  const mia = await (await openPeople(world)).person('owner', merchant)
  const { body } = await mia.call('GET', `/merchants/${site.merchantId}/renewals`)
  const days = body.days as { day: string }[]
  // Every second day from May 6 to June 5, and the month's bill of June 4.
  expect(days[0]).toEqual({ day: '2026-05-06', isOverdue: true, currency: 'EUR', count: 17, amount: '190.00' })
  expect(days.slice(1).map(({ day }) => day)).toEqual(
    ['07', '09', '11', '13', '15', '17', '19'].map((day) => `2026-06-${day}`),
  )
  expect(body.totals).toEqual([{ currency: 'EUR', count: 24, amount: '260.00' }])
  await shop.world.runUntilIdle()
  const { body: after } = await mia.call('GET', `/merchants/${site.merchantId}/renewals`)
  expect((after.days as { isOverdue: boolean }[]).map(({ isOverdue }) => isOverdue)).not.toContain(true)
})

test('the renewals of another merchant are not there', async () => {
  const { world, site } = await openSubscriptionShop()
  const other = await (await openPeople(world)).person('owner', { kind: 'merchant', id: '999' })
  const { status, body } = await other.call('GET', `/merchants/${site.merchantId}/renewals`)
  expect([status, body.reason]).toEqual([404, 'no_such_merchant'])
})
