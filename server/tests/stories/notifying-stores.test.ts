import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  listNotifications,
  notificationDelivery,
  showNotification,
  type TransactionStatus,
} from '#acquiring/notifications'
import type { SiteId } from '#core/directory'
import { openOutbound } from '#kernel/http/outbound.ts'
import { silentLog } from '#kernel/telemetry/log.ts'
import { runDueWorkUntilIdle } from '#kernel/work/due-work.ts'
import { longTest, sampled } from '../world/length.ts'
import {
  type NotifyingContext,
  notify,
  openNotifyingContext,
  openSite,
  paid,
  start,
  storeKey,
} from '../world/notifying-context.ts'
import { type Manner, openReceiver } from '../world/receiver.ts'

/** Shared by the tests of this file: each opens a site of its own, and the clock stands still. */
let ctx: NotifyingContext
beforeAll(async () => {
  ctx = await openNotifyingContext()
})
afterAll(() => ctx[Symbol.asyncDispose]())

const drain = (ctx: NotifyingContext) => runDueWorkUntilIdle([notificationDelivery(ctx)], silentLog)

/** The newest notification of a site with its deliveries. */
async function newest(ctx: NotifyingContext, siteId: SiteId) {
  const [notification] = await listNotifications(ctx, { siteIds: [siteId], limit: 1 })
  return showNotification(ctx, { siteId, id: notification!.id })
}

test('a store is notified of a payment once, in a form its own key opens', async () => {
  await using store = await openReceiver({ privateKey: storeKey })
  const { siteId, notify } = openSite(ctx, store.url)

  await notify(1)
  await drain(ctx)
  await drain(ctx)

  expect(store.requests).toHaveLength(1)
  const received = await store.next()
  expect(received).toMatchObject({ method: 'POST', path: '/ipn?shop=bakery' })
  expect(received.headers['content-type']).toBe('application/x-www-form-urlencoded')
  expect(received.body).toMatch(/^opensslResult=[A-Za-z0-9%]+&result=[A-Za-z0-9%]+$/)
  expect(received.open()).toMatchObject({
    transactionStatus: 'complete-ok',
    orderId: 1001,
    externalOrderId: 'bread-1',
    transactionId: 2001,
    amount: 12.5,
    customData: { table: '4', note: 'a+b & c' },
    timestamp: start.epochMilliseconds / 1000,
  })
  expect(await newest(ctx, siteId)).toMatchObject({
    status: 'delivered',
    attempts: 1,
    deliveredAt: start,
    dueAt: null,
  })
})

test('the newest key of the site seals every later notification, also those planned before', async () => {
  const newer = 'fedcba9876543210fedcba9876543210'
  await using store = await openReceiver({ privateKey: newer })
  const { siteId, notify } = openSite(ctx, store.url)

  await notify(1)
  ctx.book.set(siteId, { notificationUrl: store.url, keys: [newer, storeKey] })
  await drain(ctx)

  expect((await store.next()).open().orderId).toBe(1001)
})

test('a site without a notification address receives nothing', async () => {
  const { siteId, notify } = openSite(ctx, undefined)
  await notify(1)
  expect(await listNotifications(ctx, { siteIds: [siteId] })).toEqual([])
})

const quiet: TransactionStatus[] = ['start', '3d-pending', 'uncertain']
test.each(sampled(quiet))('a store is not notified of a payment that is %s', async (transactionStatus) => {
  const { siteId } = openSite(ctx, 'http://127.0.0.1:1/')
  await notify(ctx, siteId, { ...paid(1), transactionStatus })
  expect(await listNotifications(ctx, { siteIds: [siteId] })).toEqual([])
})

const accepted: [string, Manner][] = [
  ['OK', {}],
  ['OK and a line end', { body: 'OK\r\n' }],
  ['OK amid spaces and a byte order mark', { body: '\ufeff \n OK \t' }],
]
test.each(sampled(accepted))('an answer of %s is an acknowledgement', async (_, manner) => {
  await using store = await openReceiver()
  store.answer(manner)
  const { siteId, notify } = openSite(ctx, store.url)

  await notify(1)
  await drain(ctx)

  expect(await newest(ctx, siteId)).toMatchObject({ status: 'delivered', deliveries: [{ outcome: 'delivered' }] })
})

const unaccepted: [string, Manner, object][] = [
  ['200 and another text', { body: '<html>OK</html>' }, { httpStatus: 200, reply: '<html>OK</html>' }],
  ['200 and ok in small letters', { body: 'ok' }, { httpStatus: 200, reply: 'ok' }],
  ['200 and nothing', { body: '' }, { httpStatus: 200, reply: '' }],
  ['201 and OK', { status: 201 }, { httpStatus: 201, reply: 'OK' }],
  ['500', { status: 500, body: 'no database' }, { httpStatus: 500, reply: 'no database' }],
  ['a redirect', { status: 302, headers: { location: '/ok' } }, { httpStatus: 302 }],
  ['a page with a NUL', { body: 'a\0b' }, { httpStatus: 200, reply: 'a b' }],
  ['a long page', { body: `${'é'.repeat(300)}` }, { httpStatus: 200, reply: 'é'.repeat(250) }],
  ['a long page out of step', { body: `a${'é'.repeat(300)}` }, { httpStatus: 200, reply: `a${'é'.repeat(249)}` }],
]
test.each(sampled(unaccepted, 3))(
  '%s is no acknowledgement: the notification is sent again in a minute',
  async (_, manner, record) => {
    await using store = await openReceiver()
    store.answer(manner)
    const { siteId, notify } = openSite(ctx, store.url)

    await notify(1)
    await drain(ctx)

    expect(store.requests).toHaveLength(1)
    expect(await newest(ctx, siteId)).toMatchObject({
      status: 'waiting',
      dueAt: start.add({ minutes: 1 }),
      deliveries: [{ attempt: 1, outcome: 'refused', attemptedAt: start, ...record }],
    })
  },
)

// In small: a store that hangs fills its own few places, and the others are notified meanwhile
longTest('a store that never responds is given up after the timeout', async () => {
  const hasty = { ...ctx, notificationTimeoutMs: 50 }
  await using store = await openReceiver()
  store.answer('hold')
  const { siteId, notify } = openSite(ctx, store.url)

  await notify(1)
  await drain(hasty)

  expect(await newest(ctx, siteId)).toMatchObject({ status: 'waiting', deliveries: [{ outcome: 'timeout' }] })
})

// In small: a store that fails is asked after 1 min, 5 min, 1 h and 24 h, not a moment sooner, then left alone
longTest('a store that is switched off is tried again', async () => {
  const store = await openReceiver()
  await store.close()
  const { siteId, notify } = openSite(ctx, store.url)

  await notify(1)
  await drain(ctx)

  const record = { outcome: 'unreachable', httpStatus: null, reply: expect.stringContaining('ECONNREFUSED') }
  expect(await newest(ctx, siteId)).toMatchObject({ status: 'waiting', deliveries: [record] })
})

test.each(
  sampled(
    [
      'https://127.0.0.1/ipn',
      'https://2130706433/ipn',
      'https://0x7f.1/ipn',
      'https://[::1]/ipn',
      'https://[::ffff:127.0.0.1]/ipn',
      'https://localhost/ipn',
      'http://example.com/ipn',
    ],
    3,
  ),
)('in production %s is never called', async (url) => {
  const outbound = openOutbound({ allowPrivate: false, timeoutMs: 10_000 })
  const { siteId, notify } = openSite(ctx, url)

  await notify(1)
  await drain({ ...ctx, outbound })
  await outbound.close()

  expect(await newest(ctx, siteId)).toMatchObject({ status: 'waiting', deliveries: [{ outcome: 'forbidden' }] })
})

test('a site without any key is tried again, and nothing leaves unencrypted', async () => {
  await using store = await openReceiver()
  const { siteId, notify } = openSite(ctx, store.url)

  await notify(1)
  ctx.book.set(siteId, { notificationUrl: store.url, keys: [] })
  await drain(ctx)

  expect(store.requests).toEqual([])
  expect(await newest(ctx, siteId)).toMatchObject({ status: 'waiting', deliveries: [{ outcome: 'keyless' }] })
})
