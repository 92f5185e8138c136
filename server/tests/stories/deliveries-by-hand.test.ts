import { expect, test } from 'vitest'
import { openShop } from '../world/shop.ts'
import { openPeople, type Person } from '../world/staff.ts'

const reason = 'Ticket 712: the store was down.'
type Sent = { url: string; method: string; headers: Record<string, string>; body: string }

test('staff of a merchant see what its store and its shoppers were sent, and send it again; others see nothing', async () => {
  const shop = await openShop()
  const people = await openPeople(shop.world)
  const support = await people.person('support', { kind: 'merchant', id: String(shop.site.merchantId) })
  const other = await shop.world.merchant()
  const stranger = await people.person('support', { kind: 'merchant', id: String(other.site.merchantId) })
  await (await shop.sends({ customer: { identifier: 'ana-17', email: 'ana@example.com' } })).pays()
  await shop.world.runUntilIdle()
  const { id: siteId } = shop.site
  const list = async (by: Person, kind: string) => (await by.call('GET', `/${kind}?siteId=${siteId}`)).body
  const post = (by: Person, path: string, body = {}) => by.call('POST', path, { body: { reason, ...body } })

  const { data, total } = (await list(support, 'notifications')) as { data: { id: string }[]; total: number }
  expect(total).toBe(1)
  const at = `/notifications/${data[0]!.id}`
  expect((await support.call('GET', at)).body).toMatchObject({
    status: 'delivered',
    body: expect.stringContaining('complete-ok'),
    deliveries: [{ attempt: 1, outcome: 'delivered', httpStatus: 200 }],
  })
  // Who may send it again may do so by hand: what the store reads is the same, in other bytes.
  const { url, method, headers, body } = (await support.call('GET', `${at}/request`)).body as Sent
  expect((await fetch(url, { method, headers, body })).status).toBe(200)
  const [first, byHand] = shop.receiver.requests
  expect(byHand!.open()).toEqual(first!.open())
  expect(byHand!.headers).toMatchObject({ 'user-agent': 'Florin', 'content-type': first!.headers['content-type'] })
  expect(byHand!.body).not.toBe(first!.body)
  const reader = await people.person('read-only', { kind: 'merchant', id: String(shop.site.merchantId) })
  expect((await reader.call('GET', `${at}/request`)).status).toBe(403)

  expect((await post(support, `${at}/replay`)).body).toMatchObject({ status: 'waiting' })
  expect((await post(support, `${at}/replay`)).body).toMatchObject({ reason: 'notification_pending' })
  await shop.world.runUntilIdle()
  expect(shop.notified()).toHaveLength(3)
  expect((await post(support, '/notifications/replay', { siteId: String(siteId) })).body).toEqual({ replayed: 0 })

  const emails = (await list(support, 'emails')) as { data: { id: string }[] }
  expect(emails.data).toMatchObject([{ kind: 'receipt', address: 'ana@example.com', status: 'sent' }])
  const mail = `/emails/${emails.data[0]!.id}`
  expect((await support.call('GET', mail)).body).toMatchObject({ text: expect.stringContaining('9.90') })
  const again = await post(support, `${mail}/resend`, { address: 'ana.pop@example.com' })
  expect(again.body).toMatchObject({ status: 'waiting', address: 'ana.pop@example.com' })
  await shop.world.runUntilIdle()
  expect((await post(support, '/emails/resend', { siteId: String(siteId) })).body).toEqual({ resent: 0 })

  for (const path of [at, `${at}/request`, mail, `/notifications?siteId=${siteId}`, `/emails?siteId=${siteId}`])
    expect([path, (await stranger.call('GET', path)).status]).toEqual([path, 404])
  expect((await list(stranger, 'emails')).reason).toBe('site_not_found')
  for (const path of [`${at}/replay`, `${mail}/resend`]) expect((await post(stranger, path)).status).toBe(404)
  const audited = await support.call('GET', `/audit?ownerKind=site&ownerId=${siteId}&size=100`)
  expect((audited.body.data as { action: string }[]).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['notificationReplayed', 'notificationsReplayed', 'emailResent', 'emailsResent']),
  )
})

test('all that match are sent again, those made until a moment, and no other; of a site without an address it says so', async () => {
  const shop = await openShop()
  const people = await openPeople(shop.world)
  const { id: siteId, merchantId } = shop.site
  const developer = await people.person('developer', { kind: 'merchant', id: String(merchantId) })
  const reader = await people.person('read-only', { kind: 'merchant', id: String(merchantId) })
  const pays = async () => {
    await (await shop.sends({ customer: { identifier: 'ana-17', email: 'ana@example.com' } })).pays()
    await shop.world.runUntilIdle()
  }
  const replays = (body = {}, by = developer, changesNothing = false) =>
    by.call('POST', '/notifications/replay-matching', {
      ...{ body: { reason, merchantId: String(merchantId), ...body }, changesNothing },
    })
  const none = (body = {}) => replays(body, developer, true)
  const statuses = async () =>
    ((await developer.call('GET', '/notifications?sort=created')).body.data as { status: string }[]).map(
      ({ status }) => status,
    )

  await pays()
  await pays()
  const asOf = shop.world.clock.now().toString()
  await shop.world.pass({ minutes: 1 })
  await pays()
  expect((await none({ status: 'parked' })).body).toEqual({ replayed: 0, failed: [] })
  expect((await replays({ status: 'delivered', asOf })).body).toEqual({ replayed: 2, failed: [] })
  expect(await statuses()).toEqual(['waiting', 'waiting', 'delivered'])
  // What is in the queue is not put there again.
  expect((await none({ asOf })).body).toEqual({ replayed: 0, failed: [] })
  await shop.world.runUntilIdle()
  expect(shop.notified()).toHaveLength(5)
  // Nor is what went out of it after that moment.
  expect((await none({ asOf })).body).toEqual({ replayed: 0, failed: [] })
  expect((await none({ created: '2020-01-01..2020-01-31' })).body).toEqual({ replayed: 0, failed: [] })

  const future = { reason: 'as_of_in_future', field: 'asOf' }
  for (const later of [shop.world.clock.now().add({ seconds: 1 }).toString(), '9999-12-31'])
    expect((await none({ asOf: later })).body).toMatchObject(future)

  expect((await replays({}, reader)).status).toBe(403)
  const other = await people.person('developer', { kind: 'merchant', id: '999' })
  expect((await replays({}, other)).body).toMatchObject({ reason: 'merchant_not_found' })
  const by = { actor: 'test', fromWhere: 'test' }
  await shop.world.app.directory.changeSite({ by, siteId, changes: { notificationUrl: null } })
  expect((await none()).body).toEqual({ replayed: 0, failed: [{ siteId: String(siteId), count: 3 }] })
  const { data } = (await developer.call('GET', '/audit?action=notificationsReplayed')).body as { data: object[] }
  expect(data).toHaveLength(1)
  expect(data[0]).toMatchObject({ reason, after: { filters: ['merchantId', 'status'], asOf } })
})
