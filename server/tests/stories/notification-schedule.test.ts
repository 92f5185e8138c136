import { expect, test } from 'vitest'
import { drainDueWork } from '#kernel/due-work.ts'
import type { NotificationId, SiteId } from '#kernel/ids.ts'
import { silentLog } from '#kernel/log.ts'
import { deliveries, listNotifications, replayNotification, replayParked, showNotification } from '#webhooks'
import { type NotifyingHouse, openNotifyingHouse, openSite, start, storeKey } from '../world/notifying-house.ts'
import { openReceiver } from '../world/receiver.ts'

const drain = (house: NotifyingHouse) => drainDueWork([deliveries(house)], silentLog)
const gaps: Temporal.DurationLike[] = [{ minutes: 1 }, { minutes: 5 }, { hours: 1 }, { hours: 24 }]

/** Lets the whole schedule pass. Gives the moment of the last delivery. */
async function passSchedule(house: NotifyingHouse) {
  await drain(house)
  for (const gap of gaps) {
    house.at(house.clock.now().add(gap))
    await drain(house)
  }
  return house.clock.now()
}

const statusesOf = async (house: NotifyingHouse, siteId: SiteId) =>
  (await listNotifications(house, { siteIds: [siteId] })).map(({ status }) => status)

test('a store that fails is asked after 1 min, 5 min, 1 h and 24 h, not a moment sooner, then left alone', async () => {
  await using house = await openNotifyingHouse()
  await using store = await openReceiver({ privateKey: storeKey })
  store.answer({ status: 503 })
  const { siteId, tell } = openSite(house, store.url)
  await tell(1)

  await drain(house)
  expect(store.requests).toHaveLength(1)
  for (const [index, gap] of gaps.entries()) {
    const due = house.clock.now().add(gap)
    house.at(due.subtract({ milliseconds: 1 }))
    await drain(house)
    expect(store.requests).toHaveLength(index + 1)
    house.at(due)
    await drain(house)
    expect(store.requests).toHaveLength(index + 2)
  }
  house.at(house.clock.now().add({ hours: 24 * 365 }))
  await drain(house)

  expect(store.requests).toHaveLength(5)
  expect(new Set(store.requests.map((request) => JSON.stringify(request.open())))).toHaveLength(1)
  const [parked] = await listNotifications(house, { siteIds: [siteId], status: 'parked' })
  expect(parked).toMatchObject({ status: 'parked', attempts: 5, triesLeft: 0, dueAt: null, deliveredAt: null })
  const { deliveries: made } = await showNotification(house, { siteId, id: parked!.id })
  expect(made.map(({ attemptedAt }) => String(attemptedAt))).toEqual([
    '2026-05-04T10:00:00Z',
    '2026-05-04T10:01:00Z',
    '2026-05-04T10:06:00Z',
    '2026-05-04T11:06:00Z',
    '2026-05-05T11:06:00Z',
  ])
})

test('a store that comes back is told, and asked no more', async () => {
  await using house = await openNotifyingHouse()
  await using store = await openReceiver()
  store.answer({ status: 500 })
  const { siteId, tell } = openSite(house, store.url)
  await tell(1)
  await drain(house)

  store.answer({})
  await passSchedule(house)

  expect(store.requests).toHaveLength(2)
  expect(await statusesOf(house, siteId)).toEqual(['delivered'])
})

test('a parked notification is sent again with the same body, to the address the site has now', async () => {
  await using house = await openNotifyingHouse()
  await using store = await openReceiver({ privateKey: storeKey })
  const { siteId, tell, move } = openSite(house, 'http://127.0.0.1:1/mistyped')
  await tell(1)
  const parkedAt = await passSchedule(house)
  const [parked] = await listNotifications(house, { siteIds: [siteId] })
  const before = await showNotification(house, { siteId, id: parked!.id })

  move(store.url)
  const replayed = await replayNotification(house, { siteId, id: parked!.id })
  expect(replayed).toMatchObject({ status: 'waiting', triesLeft: 5, dueAt: parkedAt, url: store.url })
  await drain(house)

  const after = await showNotification(house, { siteId, id: parked!.id })
  expect(after).toMatchObject({ status: 'delivered', attempts: 6, body: before.body })
  expect(after.deliveries.map(({ outcome }) => outcome)).toEqual([...Array(5).fill('unreachable'), 'delivered'])
  expect((await store.next()).open().externalOrderId).toBe('bread-1')
})

test('a notification that was sent again has its whole schedule anew', async () => {
  await using house = await openNotifyingHouse()
  await using store = await openReceiver()
  store.answer({ status: 500 })
  const { siteId, tell } = openSite(house, store.url)
  await tell(1)
  await passSchedule(house)
  const [parked] = await listNotifications(house, { siteIds: [siteId] })

  await replayNotification(house, { siteId, id: parked!.id })
  await passSchedule(house)

  expect(store.requests).toHaveLength(10)
  expect(await statusesOf(house, siteId)).toEqual(['parked'])
})

test('a delivered notification can be sent again too', async () => {
  await using house = await openNotifyingHouse()
  await using store = await openReceiver()
  const { siteId, tell } = openSite(house, store.url)
  await tell(1)
  await drain(house)
  const [delivered] = await listNotifications(house, { siteIds: [siteId] })

  await replayNotification(house, { siteId, id: delivered!.id })
  await drain(house)

  expect(store.requests).toHaveLength(2)
  expect(await statusesOf(house, siteId)).toEqual(['delivered'])
})

test('what is on its way, belongs to another site or has nowhere to go is not sent again', async () => {
  await using house = await openNotifyingHouse()
  await using store = await openReceiver()
  const { siteId, tell, move } = openSite(house, store.url)
  const other = openSite(house, store.url)
  await tell(1)
  const [{ id } = { id: 0n as NotificationId }] = await listNotifications(house, { siteIds: [siteId] })

  await expect(replayNotification(house, { siteId, id })).rejects.toMatchObject({ code: 'notification_waiting' })
  const strange = { siteId: other.siteId, id }
  await expect(replayNotification(house, strange)).rejects.toMatchObject({ code: 'notification_not_found' })
  await expect(showNotification(house, strange)).rejects.toMatchObject({ code: 'notification_not_found' })
  await drain(house)
  move(undefined)
  const refusal = { code: 'notification_address_missing' }
  await expect(replayNotification(house, { siteId, id })).rejects.toMatchObject(refusal)
  await expect(replayParked(house, { siteId })).rejects.toMatchObject(refusal)
})

test('two clicks on send again send it once', async () => {
  await using house = await openNotifyingHouse()
  await using store = await openReceiver()
  const { siteId, tell } = openSite(house, store.url)
  await tell(1)
  await drain(house)
  const [{ id } = { id: 0n as NotificationId }] = await listNotifications(house, { siteIds: [siteId] })
  // Both clicks have read the same row before either writes.
  const both = Promise.withResolvers<void>()
  let asked = 0
  const sites: NotifyingHouse['sites'] = {
    ...house.sites,
    site: async (site) => {
      if (++asked === 2) both.resolve()
      await both.promise
      return house.sites.site(site)
    },
  }

  const clicks = [0, 1].map(() => replayNotification({ ...house, sites }, { siteId, id }))
  const answers = await Promise.allSettled(clicks)
  await drain(house)

  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(store.requests).toHaveLength(2)
})

test('all parked notifications of a site since a moment are sent again, and no others', async () => {
  await using house = await openNotifyingHouse()
  await using store = await openReceiver({ privateKey: storeKey })
  store.answer({ status: 500 })
  const site = openSite(house, store.url)
  const other = openSite(house, store.url)
  await site.tell(1)
  await passSchedule(house)
  const since = house.clock.now().add({ hours: 1 })
  house.at(since)
  await site.tell(2, 3)
  await other.tell(4)
  await passSchedule(house)
  await site.tell(5)
  store.answer({})
  const heardBefore = store.requests.length

  expect(await replayParked(house, { siteId: site.siteId, since })).toBe(2)
  await drain(house)

  const heard = store.requests.slice(heardBefore).map((request) => request.open().externalOrderId)
  expect(heard.sort()).toEqual(['bread-2', 'bread-3', 'bread-5'])
  expect(await statusesOf(house, site.siteId)).toEqual(['delivered', 'delivered', 'delivered', 'parked'])
  expect(await statusesOf(house, other.siteId)).toEqual(['parked'])
  expect(await replayParked(house, { siteId: site.siteId })).toBe(1)
})

test('notifications are listed newest first, page by page, of the sites and the order that were asked for', async () => {
  await using house = await openNotifyingHouse()
  const site = openSite(house, 'http://127.0.0.1:1/')
  const other = openSite(house, 'http://127.0.0.1:1/')
  await site.tell(1, 2, 3)
  await other.tell(4)
  const siteIds = [site.siteId]
  const orders = async (filter: Parameters<typeof listNotifications>[1]) =>
    (await listNotifications(house, filter)).map(({ orderId }) => orderId)

  const first = await listNotifications(house, { siteIds, limit: 2 })
  expect(first.map(({ orderId }) => orderId)).toEqual([1003n, 1002n])
  expect(await orders({ siteIds, limit: 2, before: first.at(-1)!.id })).toEqual([1001n])
  expect(await orders({ siteIds, orderId: first[0]!.orderId })).toEqual([1003n])
  expect(await orders({ siteIds: undefined })).toEqual([1004n, 1003n, 1002n, 1001n])
  expect(await orders({ siteIds: [] })).toEqual([])
  expect(await orders({ siteIds, status: 'parked' })).toEqual([])
  expect(first[0]).toMatchObject({ createdAt: start, dueAt: start, attempts: 0, triesLeft: 5 })
})
