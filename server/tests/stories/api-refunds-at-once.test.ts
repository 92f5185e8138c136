import { expect, test } from 'vitest'
import { newCustomer, openApiShop, orders, typedCard } from '../world/api.ts'

test('a refund whose answer is lost is a success with its id, and its status says that it is not done yet', async () => {
  const { client, acquirerProxy, world } = await openApiShop()
  const { data: order } = await orders(client, await newCustomer(client), typedCard)
  acquirerProxy.next('refund', 'response lost')

  const refund = await client.send('DELETE', `/transaction/${order.transactionId}`, { form: { amount: '3.00' } })

  expect(refund).toMatchObject({ status: 200, body: { code: 200, message: 'Success' } })
  expect(refund.data).toMatchObject({ transactionStatus: 'in-progress', amount: '3.00' })
  await world.pass({ minutes: 5 })
  const { data } = await client.get(`/transaction/${refund.data.transactionId}`)
  expect(data).toMatchObject({ transactionType: 'refund', transactionStatus: 'refund-ok', amount: '3.00' })
})

test('a refund whose result cannot be written down at once is a success that is not done yet, and is done later', async () => {
  const { client, acquirerProxy, world } = await openApiShop()
  const { data: order } = await orders(client, await newCustomer(client), typedCard)
  acquirerProxy.next('refund', async (deliver) => {
    await deliver()
    throw new Error('a bug, or a database that is gone')
  })

  const refund = await client.send('DELETE', `/transaction/${order.transactionId}`, { form: { amount: '3.00' } })

  expect(refund).toMatchObject({
    status: 200,
    body: { message: 'Success' },
    data: { transactionStatus: 'in-progress' },
  })
  await world.pass({ minutes: 5 })
  const { data } = await client.get(`/transaction/${refund.data.transactionId}`)
  expect(data).toMatchObject({ transactionStatus: 'refund-ok' })
})

test('a hundred partial refunds at the same moment give a hundred orderly answers, and refund what there is', async () => {
  const { client } = await openApiShop()
  const { data: order } = await orders(client, await newCustomer(client), { ...typedCard, amount: '9.00' })

  const answers = await Promise.all(
    Array.from({ length: 100 }, () =>
      client.send('DELETE', `/transaction/${order.transactionId}`, { form: { amount: '0.10' } }),
    ),
  )

  const counted = Map.groupBy(answers, ({ status, body }) => `${status} ${body.errors?.[0]?.reason ?? body.message}`)
  expect([...counted].map(([answer, its]) => [answer, its.length]).toSorted()).toEqual([
    ['200 Success', 90],
    ['409 nothing_left_to_refund', 10],
  ])
  const ids = counted.get('200 Success')!.map(({ data }) => data.transactionId)
  expect(new Set(ids).size).toBe(90)
  const { data } = await client.get(`/transaction/${order.transactionId}`)
  expect(data).toMatchObject({ transactionStatus: 'refund-ok', refundedAmount: '9.00' })
})
