import { expect, test } from 'vitest'
import { listNotifications, notificationDelivery, showNotification } from '#acquiring/notifications'
import type { Db } from '#kernel/db/db.ts'
import { openLog, silentLog } from '#kernel/telemetry/log.ts'
import { runDueWorkUntilIdle, startDueWork } from '#kernel/work/due-work.ts'
import { longTest } from '../world/length.ts'
import { type NotifyingContext, openNotifyingContext, openSite } from '../world/notifying-context.ts'
import { openReceiver } from '../world/receiver.ts'

const drain = (ctx: NotifyingContext) => runDueWorkUntilIdle([notificationDelivery(ctx)], silentLog)
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

async function newest(ctx: NotifyingContext) {
  const [notification] = await listNotifications(ctx, { siteIds: undefined, limit: 1 })
  return showNotification(ctx, notification!)
}

/** A database that fails the next time a delivery is written down, as if the worker had died there. */
function dyingBeforeRecord(db: Db): Db {
  let died = false
  return {
    ...db,
    run: async (text, values) => {
      if (died || !text.includes('notifications.attempts')) return db.run(text, values)
      died = true
      throw new Error('the worker died')
    },
  }
}

// In small: many workers that look at the same moment share the work, and each store receives everything once
longTest('while one worker waits for a store, no other delivers the same notification', async () => {
  await using ctx = await openNotifyingContext()
  await using store = await openReceiver()
  store.answer('hold')
  await openSite(ctx, store.url).notify(1)

  const first = drain(ctx)
  await store.next()
  const doneBySecond = await drain(ctx)
  store.release()

  expect(doneBySecond).toBe(0)
  expect(await first).toBe(1)
  expect(store.requests).toHaveLength(1)
  expect(await newest(ctx)).toMatchObject({ status: 'delivered', attempts: 1 })
})

test('many workers that look at the same moment share the work, and each store receives everything once', async () => {
  await using ctx = await openNotifyingContext()
  await using store = await openReceiver({ privateKey: '0123456789abcdef0123456789abcdef' })
  for (const first of [1, 11, 21]) await openSite(ctx, store.url).notify(...numbers(10).map((n) => n + first - 1))

  await Promise.all(numbers(5).map(() => drain(ctx)))
  await drain(ctx)

  const received = store.requests.map((request) => request.open().orderId).sort()
  expect(received).toEqual(numbers(30).map((number) => 1000 + number))
})

test('a worker that dies between sending and writing down leaves the rest to another, who sends again', async () => {
  await using ctx = await openNotifyingContext()
  await using store = await openReceiver()
  await openSite(ctx, store.url).notify(1)

  await drain({ ...ctx, db: dyingBeforeRecord(ctx.db) })
  await drain(ctx)
  expect(store.requests).toHaveLength(1)

  ctx.passWall({ seconds: 41 }) // the time a store has, and half a minute
  await drain(ctx)
  expect(store.requests).toHaveLength(2)
  expect(await newest(ctx)).toMatchObject({ status: 'delivered', attempts: 1 })
})

test('a worker whose lease ran out while it waited does not overwrite what another has written', async () => {
  await using ctx = await openNotifyingContext()
  await using store = await openReceiver()
  store.answer('hold')
  await openSite(ctx, store.url).notify(1)

  const slow = drain(ctx)
  await store.next()
  ctx.passWall({ seconds: 41 })
  store.answer({ status: 500, body: 'the second one' })
  await drain(ctx)
  store.release()
  await slow

  expect(await newest(ctx)).toMatchObject({
    status: 'waiting',
    attempts: 1,
    deliveries: [{ reply: 'the second one' }],
  })
})

test('a store that hangs fills its own few places, and the others are notified meanwhile', async () => {
  await using ctx = await openNotifyingContext()
  await using hanging = await openReceiver()
  await using healthy = await openReceiver()
  hanging.answer('hold')
  await openSite(ctx, hanging.url).notify(...numbers(60))
  const bakery = openSite(ctx, healthy.url)
  await bakery.notify(61)
  const worker = await startDueWork(ctx, [notificationDelivery(ctx)], { everyMs: 3_600_000 })

  await healthy.next()
  await bakery.notify(62)
  await healthy.next()
  for (const _ of numbers(32)) await hanging.next()

  expect(hanging.requests).toHaveLength(32)
  hanging.release()
  await worker.stop()
  await drain(ctx)
  expect(hanging.requests).toHaveLength(60)
  const statuses = (await listNotifications(ctx, { siteIds: undefined, limit: 100 })).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set(['delivered']))
})

// In small: a worker whose lease ran out while it waited does not overwrite what another has written
longTest(
  'what has waited for its place for so long that its lease could end is not sent by this worker, and once by another',
  async () => {
    await using ctx = await openNotifyingContext()
    await using store = await openReceiver()
    store.answer('hold')
    await openSite(ctx, store.url).notify(...numbers(40))

    const slow = drain(ctx)
    for (const _ of numbers(32)) await store.next()
    ctx.passWall({ seconds: 35 }) // a lease is 40 seconds, of which the store has 10
    store.release()
    await slow
    expect(store.requests).toHaveLength(32)

    ctx.passWall({ seconds: 6 })
    expect(await drain(ctx)).toBe(8)
    expect(store.requests).toHaveLength(40)
  },
)

// In small: many workers that look at the same moment share the work, and each store receives everything once
longTest('all notifications that are due to one store are delivered, without waiting for the next look', async () => {
  await using ctx = await openNotifyingContext()
  await using store = await openReceiver()
  await openSite(ctx, store.url).notify(...numbers(100))
  const worker = await startDueWork(ctx, [notificationDelivery(ctx)], { everyMs: 3_600_000 })
  for (const _ of numbers(100)) await store.next()
  await worker.stop()
  expect(store.requests).toHaveLength(100)
})

test('a claim returns the notifications themselves, so that none has to be found', async () => {
  await using ctx = await openNotifyingContext()
  await using store = await openReceiver()
  const ids = numbers(30)
  await openSite(ctx, store.url).notify(...ids)
  store.answer('hold')
  let finds = 0
  const db = {
    ...ctx.db,
    get read() {
      finds++
      return ctx.db.read
    },
  }
  const work = notificationDelivery({ ...ctx, db })

  const delivering = runDueWorkUntilIdle([{ ...work, batch: 30 }], silentLog)
  for (const _ of ids) await store.next()
  expect(finds).toBe(0)
  store.release()

  expect(await delivering).toBe(30)
  expect(new Set((await listNotifications(ctx, { siteIds: undefined })).map(({ status }) => status))).toEqual(
    new Set(['delivered']),
  )
})

test('a delivery whose record fails is in the log, and is not lost', async () => {
  await using ctx = await openNotifyingContext()
  await using store = await openReceiver()
  await openSite(ctx, store.url).notify(1)
  const lines: string[] = []
  const log = openLog({ level: 'info', to: { write: (line) => lines.push(line) } })

  await runDueWorkUntilIdle([notificationDelivery({ ...ctx, log, db: dyingBeforeRecord(ctx.db) })], log)

  expect(lines.join()).toMatch(/due work failed/)
  expect(await listNotifications(ctx, { siteIds: undefined })).toMatchObject([{ status: 'waiting' }])
})

test('an idle worker is called as soon as a notification is due', async () => {
  await using ctx = await openNotifyingContext()
  await using store = await openReceiver()
  const site = openSite(ctx, store.url)
  const work = notificationDelivery(ctx)
  let rest = Promise.withResolvers<void>()
  const claim = async (limit: number) => {
    const ids = await work.claim(limit)
    if (ids.length === 0) rest.resolve()
    return ids
  }
  const worker = await startDueWork(ctx, [{ ...work, claim }], { everyMs: 3_600_000 })
  await rest.promise

  rest = Promise.withResolvers()
  await site.notify(1)
  await rest.promise
  await worker.stop()

  expect(store.requests).toHaveLength(1)
  expect(await newest(ctx)).toMatchObject({ status: 'delivered' })
})
