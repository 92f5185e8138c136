import { expect, test } from 'vitest'
import { recordPayoutIntent } from '#acquiring/payouts'
import { findCard } from '#acquiring/shoppers'
import { openBiller } from '../world/biller.ts'
import { longTest } from '../world/length.ts'
import { euros, openPaymentsFixture } from '../world/payments-fixture.ts'
import { openPeople } from '../world/staff.ts'

const by = { actor: 'operator', fromWhere: 'command line', reason: 'trouble' }
const because = { body: { reason: 'It has stopped replying.' } }

test('a paused connector gets nothing new, keeps what it has, and nothing is charged twice', async () => {
  const fixture = await openPaymentsFixture({ payoutsAllowed: true })
  const { world, acquirerProxy } = fixture
  const { app } = world
  const ana = await (await openPeople(world)).person('support')
  const authorized = await fixture.pays({ kind: 'auth' })
  acquirerProxy.next('authorize', 'response lost')
  const uncertain = await fixture.pays()
  const before = (await app.db.run('select id from payments.payments', [])).length

  const paused = await ana.call('POST', '/connectors/sandbox/pause', because)
  expect(paused).toMatchObject({
    status: 200,
    body: { id: 'sandbox', isDefault: true, paused: { by: `staff ${ana.staff.id}`, reason: because.body.reason } },
  })
  const refused = { code: 'payments_paused', kind: 'busy', details: { retryAfterSeconds: 60 } }
  await expect(fixture.pays({ save: true })).rejects.toMatchObject(refused)
  expect(await app.db.run('select id from payments.payments', [])).toHaveLength(before)
  expect(acquirerProxy.requests.map(({ kind }) => kind)).toEqual(['authorize', 'authorize'])

  await fixture.captures(authorized)
  await world.pass({ minutes: 2 })
  expect(await fixture.now(uncertain)).toMatchObject({ status: 'captured', refunded: { minor: 0n } })
  await fixture.reverses(uncertain, '4.00')

  const tried = await ana.call('GET', `/routing/try?siteId=${fixture.site.id}&amount=10.00`)
  expect(tried.body).toEqual({ data: [{ connector: 'sandbox', because: 'default', skipped: 'paused' }] })
  expect(await ana.call('POST', '/connectors/sandbox/pause', because)).toMatchObject({
    status: 409,
    body: { reason: 'connector_already_paused' },
  })
  await ana.call('POST', '/connectors/sandbox/resume', because)
  expect(await fixture.pays()).toMatchObject({ status: 'captured', connector: 'sandbox' })
  expect(await ana.call('POST', '/connectors/sandbox/resume', because)).toMatchObject({
    status: 409,
    body: { reason: 'connector_not_paused' },
  })
  await ana.call('POST', '/connectors/sandbox/pause', because)
  const audited = await ana.call('GET', '/audit?subjectType=connector&subjectId=sandbox')
  expect((audited.body.data as { action: string }[]).map(({ action }) => action)).toEqual([
    'connectorPaused',
    'connectorResumed',
    'connectorPaused',
  ])
})

test('while one is paused, payments go to the next connector of their order', async () => {
  const fixture = await openPaymentsFixture()
  const { app } = fixture.world
  const owner = await (await openPeople(fixture.world)).person()
  const rule = { connector: 'sandbox-2', priority: 10, currency: 'EUR', reason: 'The cheaper one.' }
  const headers = { 'idempotency-key': 'rule-1' }
  const added = await owner.call('POST', '/routing/rules', { body: rule, headers })
  expect(added).toMatchObject({ status: 201, body: { connector: 'sandbox-2', currency: 'EUR' } })
  expect((await owner.call('POST', '/routing/rules', { body: rule, headers })).body).toEqual(added.body)
  expect((await owner.call('GET', '/routing/rules')).body).toMatchObject({ total: 1, data: [added.body] })
  await owner.call('POST', '/connectors/sandbox-2/pause', because)
  expect((await fixture.pays()).connector).toBe('sandbox')
  const tried = await owner.call('GET', `/routing/try?siteId=${fixture.site.id}`)
  expect(tried.body).toMatchObject({
    data: [
      { connector: 'sandbox-2', because: 'rule', ruleId: added.body.id, skipped: 'paused' },
      { connector: 'sandbox', because: 'default' },
    ],
  })
  await owner.call('POST', `/routing/rules/${added.body.id}/remove`, because)
  expect(await app.routing.rules()).toEqual([])
  expect(await owner.call('POST', '/connectors/elsewhere/pause', because)).toMatchObject({
    status: 400,
    body: { reason: 'routing_connector_not_found' },
  })
})

// In small: while one is paused, payments go to the next connector of their order
longTest('no payout goes out by a paused connector', async () => {
  const fixture = await openPaymentsFixture({ payoutsAllowed: true })
  const { world, site } = fixture
  const { shopperId, cardId, orderId } = await fixture.tries(await fixture.order(), { save: true })
  const card = (await findCard(world.app.db, shopperId, cardId!))!
  await world.app.routing.pause({ by, connector: 'sandbox' })
  const payout = { site, shopper: { id: shopperId }, card, orderId, amount: euros('5.00'), description: 'A prize' }
  await expect(recordPayoutIntent(world.app, { ...payout, ip: undefined, alongside: () => [] })).rejects.toMatchObject({
    code: 'payouts_paused',
  })
})

test('bills wait for a paused connector: no attempt is counted, no email is sent, and each is charged once later', async () => {
  const shop = await openBiller()
  const { id } = await shop.subscribes({ amount: '15.00' })
  await shop.world.app.routing.pause({ by, connector: 'sandbox' })
  await shop.goesTo('2026-06-04T10:00:00Z')
  await shop.passes({ hours: 2 })
  expect(await shop.billings(id)).toEqual([])
  expect(await shop.orderOf(id)).toMatchObject({ status: 'in-progress' })
  await shop.world.app.routing.resume({ by, connector: 'sandbox' })
  await shop.passes({ minutes: 15 })
  expect(await shop.billings(id)).toEqual(['2026-06-04T12:15:00Z 1500 captured'])
  expect(await shop.charges(id)).toMatchObject([{ period: 1, status: 'paid', failures: 0 }])
})
