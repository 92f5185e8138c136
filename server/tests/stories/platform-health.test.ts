import { expect, test } from 'vitest'
import { connectorActivity } from '#acquiring/payments'
import { longTest } from '../world/length.ts'
import { openOldShop } from '../world/old-shop.ts'
import { makePaymentsFixture, openPaymentsFixture } from '../world/payments-fixture.ts'
import { openPeople } from '../world/staff.ts'

test('an operator sees since when which connector fails, how much money is uncertain, and what waits', async () => {
  const fixture = await openPaymentsFixture()
  const { world, acquirerProxy, site } = fixture
  const ana = await (await openPeople(world)).person('read-only')
  const health = async () => {
    const { status, body } = await ana.call('GET', '/platform/health')
    expect(status).toBe(200)
    return body as unknown as {
      uncertain: unknown[]
      connectors: { id: string }[]
      due: { work: string; count: number }[]
      parked: unknown[]
    }
  }
  await fixture.pays()
  await fixture.pays({ pan: '4000010000001008' })
  const quiet = await health()
  expect(quiet).toMatchObject({ uncertain: [], parked: [] })
  expect(quiet.connectors[0]).toMatchObject({ id: 'sandbox', isDefault: true, approved: 1, declined: 1, lost: 0 })
  expect(quiet.connectors[0]).not.toHaveProperty('failsSince')

  world.clock.pass({ minutes: 1 })
  const since = world.clock.now().toString({ smallestUnit: 'millisecond' })
  acquirerProxy.next('authorize', 'response lost')
  await fixture.pays({ amount: '12.50' })
  const authorized = await fixture.pays({ kind: 'auth', amount: '8.00' })
  acquirerProxy.next('authorize', 'response lost')
  await fixture.pays({ amount: '7.50' })
  const merchantId = String(site.merchantId)
  const failing = await health()
  expect(failing.uncertain).toEqual([
    { connector: 'sandbox', merchantId, count: 2, amount: '20.00', currency: 'EUR', oldestAt: since },
  ])
  expect(failing.connectors[0]).toMatchObject({ approved: 2, lost: 2 })
  world.clock.pass({ minutes: 5 })
  acquirerProxy.next('authorize', 'response lost')
  await fixture.pays({ amount: '1.00' })
  const failsSince = world.clock.now().toString({ smallestUnit: 'millisecond' })
  expect((await health()).connectors[0]).toMatchObject({ lost: 3, failsSince })
  expect((await health()).due.find(({ work }) => work.includes('payment'))).toMatchObject({
    count: 2,
    oldestAt: expect.any(String),
  })

  const listed = await ana.call('GET', `/payments/unresolved?connector=sandbox&merchantId=${merchantId}`)
  expect(listed.body).toMatchObject({ total: 3 })
  expect((await ana.call('GET', '/payments/unresolved?connector=sandbox-2')).body).toMatchObject({ total: 0 })
  expect((await ana.call('GET', '/payments/unresolved?merchantId=999')).body).toMatchObject({ total: 0 })
  await world.runUntilIdle()
  await world.pass({ minutes: 2 })
  await fixture.captures(authorized)
  expect(await health()).toMatchObject({ uncertain: [] })
})

test('what is parked is counted by its owner, and merchants do not see the platform', async () => {
  const { world, site, pays } = await makePaymentsFixture({ notificationUrl: 'https://shop.example/hook' })
  await using _ = world
  const people = await openPeople(world)
  const ana = await people.person()
  await pays()
  await world.app.db.run(`update notifications.notifications set status = 'parked', due_at = null`, [])
  expect((await ana.call('GET', '/platform/health')).body.parked).toEqual([
    { kind: 'notifications', ownerId: String(site.id), count: 1, oldestAt: expect.any(String) },
  ])
  const bob = await people.person('owner', { kind: 'merchant', id: String(site.merchantId) })
  expect(await bob.call('GET', '/platform/health')).toMatchObject({ status: 403 })
})

// In small: an operator sees since when which connector fails, how much money is uncertain, and what waits
longTest('what a connector did within the hour is counted whole, after few payments and after thousands', async () => {
  const { world, database, sells } = await openOldShop()
  await sells(5_000)
  const now = Temporal.Instant.from('2026-05-26T12:00:00Z')
  for (const lately of [0, 300, 700, 4_500]) {
    await database.query(`update payments.payments set created_at = timestamptz '${now}' - case
      when id > (select max(id) from payments.payments) - ${lately} then interval '10 minutes' else interval '3 hours' end`)
    const [activity] = await connectorActivity(world.app.db, now.subtract({ hours: 1 }))
    expect(activity?.approved ?? 0).toBe(lately)
  }
})
