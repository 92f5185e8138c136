import { expect, test } from 'vitest'
import { newCustomer, openApiShop, orders, typedCard } from '../world/api.ts'
import { longTest } from '../world/length.ts'
import { connectAsSuperuser } from '../world/superuser.ts'

test('what happened to orders and transactions is in the log, in its outside names, and can be followed', async () => {
  const { client, world } = await openApiShop()
  const customerId = await newCustomer(client)
  const monthly = { orderType: 'recurring', intervalType: 'month', intervalValue: '1' }
  const card = { ...typedCard, cardNumber: '4000030000004001' }
  const { data } = await orders(client, customerId, { ...card, ...monthly })
  await client.send('PUT', `/order/${data.orderId}`, {
    form: { nextDueDate: '2026-06-10', intervalValue: '2', intervalType: 'month' },
  })
  await world.pass({ days: 40 })
  await client.send('DELETE', `/order/${data.orderId}`, { form: { terminateOrder: 'yes' } })
  const reserved = (await orders(client, customerId, { ...typedCard, cardTransactionMode: 'auth' })).data
  await client.send('PUT', `/transaction/${reserved.transactionId}`, { form: { amount: '5' } })
  const log = async (path: string) =>
    (await client.get(`${path}${path.includes('?') ? '&' : '?'}reverseSorting=0`)).items.map(
      ({ message, resourceId }) => [message, resourceId],
    )

  const { orderId, transactionId } = data
  const ofOrder = await log(`/notification-for-order?resourceId=${orderId}`)
  expect(ofOrder.map(([message]) => message)).toEqual([
    'orderNew',
    'orderInProgress',
    'orderExtend',
    'orderChange',
    'orderRetrying',
    'orderCancel',
  ])
  expect(ofOrder.every(([, id]) => id === orderId)).toBe(true)
  expect(await log(`/notification-for-transaction?resourceId=${transactionId}`)).toEqual([
    ['transactionNew', transactionId],
  ])
  expect(await log(`/notification-for-transaction?message[]=transactionFail`)).toHaveLength(1)
  expect(await log(`/notification?resourceId=${reserved.transactionId}&resourceType=transaction`)).toEqual([
    ['transactionNew', reserved.transactionId],
    ['transactionCapture', reserved.transactionId],
  ])

  const all = await client.get('/notification?reverseSorting=0')
  const halfway = Number(all.items[3]?.id)
  const rest = async () => (await client.get(`/notification?reverseSorting=0&greaterThanId=${halfway}`)).items
  await expect.poll(rest).toEqual(all.items.slice(4))
  expect((await client.get('/notification?occurredAtTo=2026-05-04&message=orderNew')).items).toMatchObject([
    { siteId: 10001, resourceType: 'order', creationDate: '2026-05-04T10:00:00+00:00' },
  ])
  expect(await client.get('/notification?message=orderVanished')).toMatchObject({ status: 400 })
})

test('a program that follows the log misses nothing, also when an entry with a lower number appears after one with a higher', async () => {
  const { client, world } = await openApiShop()
  const customerId = await newCustomer(client)
  const slow = await connectAsSuperuser(world.databaseUrl)
  await orders(client, customerId, typedCard)
  const follow = async (after: number) =>
    (await client.get(`/notification?reverseSorting=0&greaterThanId=${after}`)).items
  await expect.poll(() => follow(0)).not.toEqual([])
  const last = Number((await follow(0)).at(-1)?.id)

  await slow.query('begin')
  const { rows } = await slow.query(`${entryOn(1)} returning id`)
  await orders(client, customerId, typedCard)
  const whileItWrites = await follow(last)
  await slow.query('commit')
  await expect.poll(() => follow(last)).not.toEqual([])
  const afterwards = await follow(last)

  expect(whileItWrites).toEqual([])
  expect(afterwards[0]).toMatchObject({ id: Number(rows[0].id), message: 'orderNew', resourceId: 1 })
  expect(afterwards.map(({ message }) => message)).toEqual(['orderNew', 'orderNew', 'transactionNew'])
})

test('while an entry is not committed, a process that does not know what is complete says so, and does not say that there is nothing', async () => {
  const { client, world } = await openApiShop()
  await orders(client, await newCustomer(client), typedCard)
  const slow = await connectAsSuperuser(world.databaseUrl)
  await slow.query('begin')
  await slow.query(entryOn(1))
  const follow = () => client.get('/notification?reverseSorting=0&greaterThanId=0')
  const messages = async () => (await follow()).items.map(({ message }) => message)

  const whileItWrites = await follow()
  await slow.query('rollback')
  const complete = await messages()
  await slow.query('begin')
  await slow.query(entryOn(1))
  const whileItWritesAgain = await messages()
  await slow.query('rollback')

  expect(whileItWrites).toMatchObject({ status: 503, body: { error: [{ reason: 'too_busy' }] } })
  expect(complete).toEqual(['orderNew', 'transactionNew'])
  expect(whileItWritesAgain).toEqual(complete)
})

// In small: a program that follows the log misses nothing, also when an entry with a lower number appears after one with a higher
longTest(
  'a long transaction in another database of the same server does not hold back a program that follows the log',
  async () => {
    const { client, world } = await openApiShop()
    const elsewhere = new URL(world.databaseUrl)
    elsewhere.pathname = '/postgres'
    const other = await connectAsSuperuser(elsewhere.href)
    await other.query('begin')
    await other.query('select pg_current_xact_id()')
    await orders(client, await newCustomer(client), typedCard)

    const { items } = await client.get('/notification?reverseSorting=0&greaterThanId=0')
    await other.query('commit')

    expect(items.map(({ message }) => message)).toEqual(['orderNew', 'transactionNew'])
  },
)

// In small: a program that follows the log misses nothing, also when an entry with a lower number appears after one with a higher
longTest(
  'a client that follows the log misses nothing of a writer that began after the writer of the newest entry',
  async () => {
    const { client, world } = await openApiShop()
    const [first, second] = [await connectAsSuperuser(world.databaseUrl), await connectAsSuperuser(world.databaseUrl)]
    await first.query('begin')
    await first.query('select pg_current_xact_id()')
    await second.query('begin')
    await second.query(entryOn(1))
    await first.query(entryOn(2))
    await first.query('commit')
    const follow = () => client.get('/notification?reverseSorting=0&greaterThanId=0')

    const whileItWrites = await follow()
    await second.query('commit')

    expect(whileItWrites.status).toBe(503)
    expect((await follow()).items.map(({ resourceId }) => resourceId)).toEqual([1, 2])
  },
)

const entryOn = (order: number) =>
  `insert into outbox.events (name, owner_kind, owner_id, subject_type, subject_id, body, occurred_at)
   values ('orderOpened', 'site', '10001', 'order', '${order}', '{}', now())`
