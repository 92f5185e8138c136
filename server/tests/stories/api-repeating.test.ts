import { expect, test } from 'vitest'
import type { OrderId } from '#acquiring/ids'
import { cancelOrder } from '#acquiring/orders'
import { insert } from '#kernel/db/commit/commit.ts'
import { subjectText } from '#kernel/db/subject.ts'
import { type Answered, bread, newCustomer, openApiShop, orders, typedCard } from '../world/api.ts'
import { by } from '../world/author.ts'
import { longTest } from '../world/length.ts'

const key = (name: string) => ({ 'idempotency-key': name })

test('one key pays one order, however often and however concurrently it is sent', async () => {
  const { client, count, decided } = await openApiShop()
  const customerId = await newCustomer(client)
  const form = { customerId: String(customerId), ...bread, ...typedCard }
  const place = () => client.send('POST', '/order', { form }, key('pay-1'))

  const all = await Promise.all(Array.from({ length: 10 }, place))
  const later = await place()

  expect(new Set(all.map(({ body }) => JSON.stringify(body)))).toEqual(new Set([JSON.stringify(later.body)]))
  expect(all.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1)
  expect(later.headers.get('idempotent-replayed')).toBe('true')
  expect(await count('orders.orders')).toBe(1)
  expect(await decided()).toHaveLength(1)
})

// In small: a program of the merchant receives from the API what is recorded
longTest('a declined payment is declined again, and not tried again', async () => {
  const { client, decided } = await openApiShop()
  const customerId = await newCustomer(client)
  const form = { customerId: String(customerId), ...bread, ...typedCard, amount: '0.05' }
  const first = await client.send('POST', '/order', { form }, key('pay-1'))
  const again = await client.send('POST', '/order', { form }, key('pay-1'))

  expect(first.status).toBe(402)
  expect(again.body).toEqual(first.body)
  expect(await decided()).toHaveLength(1)
})

// In small: one key pays one order, however often and however concurrently it is sent
longTest('a refund with one key is made once', async () => {
  const { client, world } = await openApiShop()
  const { data } = await orders(client, await newCustomer(client), typedCard)
  await world.pass({ days: 1 })
  const refund = () =>
    client.send('DELETE', `/transaction/${data.transactionId}`, { form: { amount: '3.00' } }, key('refund-1'))

  const all = await Promise.all([refund(), refund(), refund()])

  expect(new Set(all.map((answer) => answer.data.transactionId)).size).toBe(1)
  expect((await client.get(`/transaction/${data.transactionId}`)).data).toMatchObject({ refundedAmount: '3.00' })
})

// In small: the same key of another scope, or of another owner, is another key
longTest('a key belongs to its request, to its route and to its site', async () => {
  const { client, world, api } = await openApiShop()
  const other = await world.merchant()
  const form = { identifier: 'ana', email: 'ana@example.com' }
  const first = await client.send('POST', '/customer', { form }, key('same'))

  expect(await client.send('POST', '/customer', { form: { ...form, identifier: 'ben' } }, key('same'))).toMatchObject({
    status: 409,
    body: { error: [{ code: 609, field: 'Idempotency-Key' }] },
  })
  expect(await client.send('PUT', `/customer/${first.data.id}`, { form }, key('same'))).toMatchObject({ status: 200 })
  const elsewhere = await api.client(other.privateKey).send('POST', '/customer', { form }, key('same'))
  expect(elsewhere.status).toBe(201)
  expect(elsewhere.data.id).not.toBe(first.data.id)
  expect(await client.send('POST', '/customer', { form }, key('two words'))).toMatchObject({
    status: 400,
    body: { error: [{ code: 610 }] },
  })
})

// In small: a program of the merchant receives from the API what is recorded
longTest('a refused request leaves its key free', async () => {
  const { client } = await openApiShop()
  const email = 'ana@example.com'

  expect((await client.send('POST', '/customer', { form: { email } }, key('k'))).status).toBe(400)
  expect((await client.send('POST', '/customer', { form: { email, identifier: 'ana' } }, key('k'))).status).toBe(201)
})

test('no card number is kept with a key', async () => {
  const { client, rows } = await openApiShop()
  const form = { customerId: String(await newCustomer(client)), ...bread, ...typedCard }
  await client.send('POST', '/order', { form }, key('pay-1'))

  const kept = await rows(
    'select scope, key, answer::text, encode(request_hash, $$hex$$) as hash from florin.idempotency_keys',
  )

  expect(kept).toHaveLength(1)
  expect(JSON.stringify(kept)).not.toContain('4111111111111111')
})

test('an order whose payment waits for the bank refuses another attempt, and leaves its key free', async () => {
  const { client, count } = await openApiShop()
  const customerId = await newCustomer(client)
  const insisting = { ...typedCard, cardNumber: '4000040000002004', externalOrderId: 'web-1' }
  await orders(client, customerId, insisting)
  const present = { ...insisting, backUrl: 'https://shop.example/back', transactionOption: '{"isSoftDecline":"yes"}' }
  expect(await orders(client, customerId, present)).toMatchObject({ status: 200, data: { is3d: 1 } })

  const form = { customerId: String(customerId), ...bread, ...present }
  const another = await client.send('POST', '/order', { form }, key('pay-2'))

  expect(another).toMatchObject({ status: 409, body: { error: [{ reason: 'payment_in_progress' }] } })
  expect(await count('florin.idempotency_keys')).toBe(0)
})

test('a process that dies before it voids an authorization has not used the key of the cancellation', async () => {
  const { client, world, count } = await openApiShop()
  const { data } = await orders(client, await newCustomer(client), { ...typedCard, cardTransactionMode: 'auth' })
  const [site] = await world.app.directory.listSites({ limit: 1 })
  const cancel = (app: typeof world.app) =>
    cancelOrder(app, {
      siteId: site!.id,
      orderId: BigInt(data.orderId as number) as OrderId,
      by,
      party: 'merchant',
      reason: undefined,
      message: undefined,
      alongside: (orderId) => [
        insert('florin.idempotency_keys', {
          owner_kind: 'site',
          owner_id: String(site!.id),
          scope: 'DELETE /order',
          key: 'cancel-1',
          request_hash: Buffer.alloc(32),
          subject_id: subjectText(orderId),
          answer: null,
          begun_at: world.clock.now(),
        }),
      ],
    })
  const dies = () => Promise.reject(new Error('the process dies here'))

  await expect(cancel({ ...world.app, react: dies })).rejects.toThrow('dies')
  expect(await count('florin.idempotency_keys')).toBe(0)

  expect(await cancel(world.app)).toMatchObject({ status: 'complete-failed' })
  expect(await count('florin.idempotency_keys')).toBe(1)
})

test('a reply that was lost is made again of the payment that its own request has begun, and of no later one', async () => {
  const { client, world, rows } = await openApiShop()
  const customerId = String(await newCustomer(client))
  const later = { customerId, ...bread, ...typedCard, saveCard: '1' }
  const daily = { orderType: 'recurring', intervalType: 'day', intervalValue: '1' }
  const sends = (method: string, path: string, form: Record<string, string>, name: string) =>
    client.send(method, path, { form }, key(name))
  const unpaid = { customerId, ...bread, externalOrderId: 'crumb-1' }
  const opened = await sends('POST', '/order', unpaid, 'open-1')
  const managed = await sends('POST', '/order', { ...later, orderType: 'managed' }, 'managed-1')
  const billed = await sends('POST', '/order', { ...later, ...daily }, 'daily-1')
  const at = `/order-rebill/${managed.data.orderId}`
  const declined = await sends('PATCH', at, { customerId, amount: '0.05' }, 'bill-1')
  const card = `/order-update-card/${managed.data.orderId}`
  const changed = await sends('PATCH', card, { customerId, ...typedCard, cardNumber: '5555555555554444' }, 'card-1')
  const returns = { terminateOrder: 'no' }
  await world.pass({ hours: 12 })
  const returned = await sends('DELETE', `/order/${billed.data.orderId}`, returns, 'return-1')
  expect([opened, managed, billed, declined, changed, returned].map(({ status }) => status)).toEqual([
    200, 200, 200, 402, 200, 200,
  ])
  // What the orders are paid with since then, and the processes are dead whose replies these were.
  await sends('PATCH', at, { customerId, amount: '7.00' }, 'bill-2')
  await sends('POST', '/order', { ...unpaid, ...typedCard }, 'paid-1')
  await world.pass({ hours: 24 })
  const lost = "update florin.idempotency_keys set answer = null where key not in ('bill-2', 'paid-1')"
  expect(await rows(`${lost} returning 1`)).toHaveLength(6)

  world.app.config.replyWithinMs = 20
  const again = [
    await sends('POST', '/order', unpaid, 'open-1'),
    await sends('POST', '/order', { ...later, orderType: 'managed' }, 'managed-1'),
    await sends('POST', '/order', { ...later, ...daily }, 'daily-1'),
    await sends('PATCH', at, { customerId, amount: '0.05' }, 'bill-1'),
    await sends('PATCH', card, { customerId, ...typedCard, cardNumber: '5555555555554444' }, 'card-1'),
    await sends('DELETE', `/order/${billed.data.orderId}`, returns, 'return-1'),
  ]
  const outcome = ({ status, data, headers }: Answered) => ({
    status,
    transactionId: data.transactionId,
    replayed: headers.get('idempotent-replayed'),
  })
  expect(again.map(outcome)).toEqual(
    [opened, managed, billed, declined, changed, returned].map((one) => ({ ...outcome(one), replayed: 'true' })),
  )

  // A key that an older version has begun names its order alone.
  await rows(`update florin.idempotency_keys set answer = null, result_id = null where key = 'bill-1'`)
  const [last] = (await client.get(`/transaction?orderId=${managed.data.orderId}`)).items
  expect((await sends('PATCH', at, { customerId, amount: '0.05' }, 'bill-1')).data.transactionId).toBe(last!.id)
})

test('a repeated change of the card is answered with the charge of the debt that it made', async () => {
  const { client, world, rows } = await openApiShop()
  const customerId = String(await newCustomer(client))
  const monthly = {
    orderType: 'recurring',
    intervalType: 'month',
    intervalValue: '1',
    amount: '0.05',
    trialAmount: '1.00',
  }
  const { data } = await orders(client, Number(customerId), { ...typedCard, saveCard: '1', ...monthly })
  await world.pass({ days: 32 })
  const changes = () =>
    client.send(
      'PATCH',
      `/order-update-card/${data.id}`,
      { form: { customerId, ...typedCard, cardNumber: '5555555555554444' } },
      key('card-1'),
    )
  const first = await changes()
  expect([first.status, first.data.transactionStatus]).toEqual([402, 'complete-failed'])
  await world.pass({ days: 8 })
  await rows("update florin.idempotency_keys set answer = null where key = 'card-1'")
  world.app.config.replyWithinMs = 20
  const again = await changes()
  expect([again.status, again.data.transactionId]).toEqual([402, first.data.transactionId])
})
