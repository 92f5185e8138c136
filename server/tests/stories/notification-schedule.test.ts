import { expect, test } from 'vitest'
import {
  listNotifications,
  type NotificationId,
  notificationDelivery,
  replayNotification,
  replayParked,
  showNotification,
} from '#acquiring/notifications'
import type { SiteId } from '#core/directory'
import { silentLog } from '#kernel/telemetry/log.ts'
import { runDueWorkUntilIdle } from '#kernel/work/due-work.ts'
import { by } from '../world/author.ts'
import { longTest } from '../world/length.ts'
import { type NotifyingContext, openNotifyingContext, openSite, start, storeKey } from '../world/notifying-context.ts'
import { openReceiver } from '../world/receiver.ts'

const drain = (ctx: NotifyingContext) => runDueWorkUntilIdle([notificationDelivery(ctx)], silentLog)
const gaps: Temporal.DurationLike[] = [{ minutes: 1 }, { minutes: 5 }, { hours: 1 }, { hours: 24 }]

/** Lets the whole schedule pass. Gives the moment of the last delivery. */
async function passSchedule(ctx: NotifyingContext) {
  await drain(ctx)
  for (const gap of gaps) {
    ctx.at(ctx.clock.now().add(gap))
    await drain(ctx)
  }
  return ctx.clock.now()
}

const statusesOf = async (ctx: NotifyingContext, siteId: SiteId) =>
  (await listNotifications(ctx, { siteIds: [siteId] })).map(({ status }) => status)

test('a store that fails is asked after 1 min, 5 min, 1 h and 24 h, not a moment sooner, then left alone', async () => {
  await using ctx = await openNotifyingContext()
  await using store = await openReceiver({ privateKey: storeKey })
  store.answer({ status: 503 })
  const { siteId, notify } = openSite(ctx, store.url)
  await notify(1)

  await drain(ctx)
  expect(store.requests).toHaveLength(1)
  for (const [index, gap] of gaps.entries()) {
    const due = ctx.clock.now().add(gap)
    ctx.at(due.subtract({ milliseconds: 1 }))
    await drain(ctx)
    expect(store.requests).toHaveLength(index + 1)
    ctx.at(due)
    await drain(ctx)
    expect(store.requests).toHaveLength(index + 2)
  }
  ctx.at(ctx.clock.now().add({ hours: 24 * 365 }))
  await drain(ctx)

  expect(store.requests).toHaveLength(5)
  expect(new Set(store.requests.map((request) => JSON.stringify(request.open())))).toHaveLength(1)
  const [parked] = await listNotifications(ctx, { siteIds: [siteId], status: 'parked' })
  expect(parked).toMatchObject({ status: 'parked', attempts: 5, triesLeft: 0, dueAt: null, deliveredAt: null })
  const { deliveries: made } = await showNotification(ctx, { siteId, id: parked!.id })
  expect(made.map(({ attemptedAt }) => String(attemptedAt))).toEqual([
    '2026-05-04T10:00:00Z',
    '2026-05-04T10:01:00Z',
    '2026-05-04T10:06:00Z',
    '2026-05-04T11:06:00Z',
    '2026-05-05T11:06:00Z',
  ])
})

test('a store that answers late has the whole wait after its answer', async () => {
  await using ctx = await openNotifyingContext()
  await using store = await openReceiver()
  store.answer('hold')
  const { siteId, notify } = openSite(ctx, store.url)
  await notify(1)
  const attempt = drain(ctx)
  await store.next()
  const answered = ctx.clock.now().add({ seconds: 50 })
  ctx.at(answered)
  store.release({ status: 503 })
  await attempt

  const [waiting] = await listNotifications(ctx, { siteIds: [siteId] })
  expect(waiting!.dueAt?.equals(answered.add({ minutes: 1 }))).toBe(true)
})

test('a store that comes back receives the notification once', async () => {
  await using ctx = await openNotifyingContext()
  await using store = await openReceiver()
  store.answer({ status: 500 })
  const { siteId, notify } = openSite(ctx, store.url)
  await notify(1)
  await drain(ctx)

  store.answer({})
  await passSchedule(ctx)

  expect(store.requests).toHaveLength(2)
  expect(await statusesOf(ctx, siteId)).toEqual(['delivered'])
})

test('a parked notification is sent again with the same body, to the address the site has now', async () => {
  await using ctx = await openNotifyingContext()
  await using store = await openReceiver({ privateKey: storeKey })
  const { siteId, notify, setUrl } = openSite(ctx, 'http://127.0.0.1:1/mistyped')
  await notify(1)
  const parkedAt = await passSchedule(ctx)
  const [parked] = await listNotifications(ctx, { siteIds: [siteId] })
  const before = await showNotification(ctx, { siteId, id: parked!.id })

  setUrl(store.url)
  const replayed = await replayNotification(ctx, { by, siteId, id: parked!.id })
  expect(replayed).toMatchObject({ status: 'waiting', triesLeft: 5, dueAt: parkedAt, url: store.url })
  await drain(ctx)

  const after = await showNotification(ctx, { siteId, id: parked!.id })
  expect(after).toMatchObject({ status: 'delivered', attempts: 6, body: before.body })
  expect(after.deliveries.map(({ outcome }) => outcome)).toEqual([...Array(5).fill('unreachable'), 'delivered'])
  expect((await store.next()).open().externalOrderId).toBe('bread-1')
})

test('one that failed is sent at once, to the address of now, by who has fixed it before the next attempt', async () => {
  await using ctx = await openNotifyingContext()
  await using store = await openReceiver({ privateKey: storeKey })
  const { siteId, notify, setUrl } = openSite(ctx, 'http://127.0.0.1:1/mistyped')
  await notify(1)
  await drain(ctx)
  const [failed] = await listNotifications(ctx, { siteIds: [siteId] })
  setUrl(store.url)
  const replayed = await replayNotification(ctx, { by, siteId, id: failed!.id })
  expect(replayed).toMatchObject({ status: 'waiting', triesLeft: 5, dueAt: ctx.clock.now(), url: store.url })
  await passSchedule(ctx)
  expect(store.requests).toHaveLength(1)
  expect(await statusesOf(ctx, siteId)).toEqual(['delivered'])
})

// In small: a parked notification is sent again with the same body, to the address the site has now
longTest('a notification that was sent again has its whole schedule anew', async () => {
  await using ctx = await openNotifyingContext()
  await using store = await openReceiver()
  store.answer({ status: 500 })
  const { siteId, notify } = openSite(ctx, store.url)
  await notify(1)
  await passSchedule(ctx)
  const [parked] = await listNotifications(ctx, { siteIds: [siteId] })

  await replayNotification(ctx, { by, siteId, id: parked!.id })
  await passSchedule(ctx)

  expect(store.requests).toHaveLength(10)
  expect(await statusesOf(ctx, siteId)).toEqual(['parked'])
})

// In small: a parked notification is sent again with the same body, to the address the site has now
longTest('a delivered notification can be sent again too', async () => {
  await using ctx = await openNotifyingContext()
  await using store = await openReceiver()
  const { siteId, notify } = openSite(ctx, store.url)
  await notify(1)
  await drain(ctx)
  const [delivered] = await listNotifications(ctx, { siteIds: [siteId] })

  await replayNotification(ctx, { by, siteId, id: delivered!.id })
  await drain(ctx)

  expect(store.requests).toHaveLength(2)
  expect(await statusesOf(ctx, siteId)).toEqual(['delivered'])
})

test('what is on its way, belongs to another site or has nowhere to go is not sent again', async () => {
  await using ctx = await openNotifyingContext()
  await using store = await openReceiver()
  const { siteId, notify, setUrl } = openSite(ctx, store.url)
  const other = openSite(ctx, store.url)
  await notify(1)
  const [{ id } = { id: 0n as NotificationId }] = await listNotifications(ctx, { siteIds: [siteId] })

  await expect(replayNotification(ctx, { by, siteId, id })).rejects.toMatchObject({ code: 'notification_pending' })
  const strange = { by, siteId: other.siteId, id }
  await expect(replayNotification(ctx, strange)).rejects.toMatchObject({ code: 'notification_not_found' })
  await expect(showNotification(ctx, strange)).rejects.toMatchObject({ code: 'notification_not_found' })
  await drain(ctx)
  setUrl(undefined)
  const refusal = { code: 'notification_url_missing' }
  await expect(replayNotification(ctx, { by, siteId, id })).rejects.toMatchObject(refusal)
  await expect(replayParked(ctx, { by, siteId })).rejects.toMatchObject(refusal)
})

test('two clicks on send again send it once', async () => {
  await using ctx = await openNotifyingContext()
  await using store = await openReceiver()
  const { siteId, notify } = openSite(ctx, store.url)
  await notify(1)
  await drain(ctx)
  const [{ id } = { id: 0n as NotificationId }] = await listNotifications(ctx, { siteIds: [siteId] })
  // Both clicks have read the same row before either writes.
  const both = Promise.withResolvers<void>()
  let asked = 0
  const sites: NotifyingContext['sites'] = {
    ...ctx.sites,
    site: async (site) => {
      if (++asked === 2) both.resolve()
      await both.promise
      return ctx.sites.site(site)
    },
  }

  const clicks = [0, 1].map(() => replayNotification({ ...ctx, sites }, { by, siteId, id }))
  const answers = await Promise.allSettled(clicks)
  await drain(ctx)

  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(store.requests).toHaveLength(2)
})

test('all parked notifications of a site since a moment are sent again, and no others', async () => {
  await using ctx = await openNotifyingContext()
  await using store = await openReceiver({ privateKey: storeKey })
  store.answer({ status: 500 })
  const site = openSite(ctx, store.url)
  const other = openSite(ctx, store.url)
  await site.notify(1)
  await passSchedule(ctx)
  const since = ctx.clock.now().add({ hours: 1 })
  ctx.at(since)
  await site.notify(2, 3)
  await other.notify(4)
  await passSchedule(ctx)
  await site.notify(5)
  store.answer({})
  const receivedBefore = store.requests.length

  expect(await replayParked(ctx, { by, siteId: site.siteId, since })).toBe(2)
  await drain(ctx)

  const received = store.requests.slice(receivedBefore).map((request) => request.open().externalOrderId)
  expect(received.sort()).toEqual(['bread-2', 'bread-3', 'bread-5'])
  expect(await statusesOf(ctx, site.siteId)).toEqual(['delivered', 'delivered', 'delivered', 'parked'])
  expect(await statusesOf(ctx, other.siteId)).toEqual(['parked'])
  expect(await replayParked(ctx, { by, siteId: site.siteId })).toBe(1)
})

test('notifications are listed newest first, page by page, of the sites and the order that were asked for', async () => {
  await using ctx = await openNotifyingContext()
  const site = openSite(ctx, 'http://127.0.0.1:1/')
  const other = openSite(ctx, 'http://127.0.0.1:1/')
  await site.notify(1, 2, 3)
  await other.notify(4)
  const siteIds = [site.siteId]
  const orders = async (filter: Parameters<typeof listNotifications>[1]) =>
    (await listNotifications(ctx, filter)).map(({ orderId }) => orderId)

  const first = await listNotifications(ctx, { siteIds, limit: 2 })
  expect(first.map(({ orderId }) => orderId)).toEqual([1003n, 1002n])
  expect(await orders({ siteIds, limit: 2, before: first.at(-1)!.id })).toEqual([1001n])
  expect(await orders({ siteIds, orderId: first[0]!.orderId })).toEqual([1003n])
  expect(await orders({ siteIds: undefined })).toEqual([1004n, 1003n, 1002n, 1001n])
  expect(await orders({ siteIds: [] })).toEqual([])
  expect(await orders({ siteIds, status: 'parked' })).toEqual([])
  expect(first[0]).toMatchObject({ createdAt: start, dueAt: start, attempts: 0, triesLeft: 5 })
})
