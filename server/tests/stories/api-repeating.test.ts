import { expect, test } from 'vitest'
import type { OrderId } from '#acquiring/ids'
import { cancelOrder } from '#acquiring/orders'
import { insert } from '#kernel/db/commit/commit.ts'
import { subjectText } from '#kernel/db/subject.ts'
import { bread, newCustomer, openApiShop, orders, typedCard } from '../world/api.ts'
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
