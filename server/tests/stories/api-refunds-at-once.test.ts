import { expect, test } from 'vitest'
import { newCustomer, openApiShop, orders, typedCard } from '../world/api.ts'
import { byLength, longTest } from '../world/length.ts'

// In small: a program of the merchant receives from the API what is recorded
longTest(
  'a refund whose answer is lost is a success with its id, and its status says that it is not done yet',
  async () => {
    const { client, acquirerProxy, world } = await openApiShop()
    const { data: order } = await orders(client, await newCustomer(client), typedCard)
    acquirerProxy.next('refund', 'response lost')

    const refund = await client.send('DELETE', `/transaction/${order.transactionId}`, { form: { amount: '3.00' } })

    expect(refund).toMatchObject({ status: 200, body: { code: 200, message: 'Success' } })
    expect(refund.data).toMatchObject({ transactionStatus: 'in-progress', amount: '3.00' })
    await world.pass({ minutes: 5 })
    const { data } = await client.get(`/transaction/${refund.data.transactionId}`)
    expect(data).toMatchObject({ transactionType: 'refund', transactionStatus: 'refund-ok', amount: '3.00' })
  },
)

// In small: a refund that finds no connection is asked to come back, was not recorded, and is done when it is sent again
longTest(
  'a refund whose result cannot be written down at once is a success that is not done yet, and is done later',
  async () => {
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
  },
)

/** Of so many there is room for all but ten. */
const refunds = byLength({ short: 30, long: 100 })
const cents = (count: number) => (count / 10).toFixed(2)

test(`${refunds} partial refunds at the same moment give as many orderly answers, and refund what there is`, async () => {
  // On a machine that is busy with other things each waits for its turn as long as it takes.
  const { client, world } = await openApiShop({}, { waitForConnectionMs: 80_000 })
  const amount = cents(refunds - 10)
  const { data: order } = await orders(client, await newCustomer(client), { ...typedCard, amount })

  const answers = await Promise.all(
    Array.from({ length: refunds }, () =>
      client.send('DELETE', `/transaction/${order.transactionId}`, { form: { amount: '0.10' } }),
    ),
  )

  const counted = Map.groupBy(answers, ({ status, body }) => `${status} ${body.errors?.[0]?.reason ?? body.message}`)
  expect([...counted].map(([answer, its]) => [answer, its.length]).toSorted()).toEqual([
    ['200 Success', refunds - 10],
    ['409 nothing_left_to_refund', 10],
  ])
  const ids = counted.get('200 Success')!.map(({ data }) => data.transactionId)
  expect(new Set(ids).size).toBe(refunds - 10)
  // Who is replied to when the time for a reply is over reads that the refund is under way; a worker asks for its result.
  await world.pass({ minutes: 5 })
  const { data } = await client.get(`/transaction/${order.transactionId}`)
  expect(data).toMatchObject({ transactionStatus: 'refund-ok', refundedAmount: amount })
})

test('a refund that finds no connection is asked to come back, was not recorded, and is done when it is sent again', async () => {
  const { client, world, mayLogErrors } = await openApiShop({}, { waitForConnectionMs: 1_000 })
  const { data: order } = await orders(client, await newCustomer(client), { ...typedCard, amount: '9.00' })
  const path = `/transaction/${order.transactionId}`
  const refund = (key: string) =>
    client
      .send('DELETE', path, { form: { amount: '0.10' } }, { 'Idempotency-Key': key })
      .then((reply) => ({ key, reply }))
  // Work in the background finds none either.
  mayLogErrors()
  const held = await world.holdRow('payments.payments', String(order.transactionId))
  const { promise: refused, resolve } = Promise.withResolvers<void>()
  const sent = Array.from({ length: 40 }, async (_, index) => {
    const answer = await refund(`refund-${index}`)
    if (answer.reply.status !== 200) resolve()
    return answer
  })
  await refused
  await held.release()
  const answers = await Promise.all(sent)

  const busy = answers.filter(({ reply }) => reply.status === 503)
  for (const { reply } of busy) {
    expect(reply.body).toMatchObject({ code: 503, errors: [{ code: 614, reason: 'too_busy' }] })
    expect(reply.headers.get('retry-after')).toBe('5')
  }
  expect(answers.filter(({ reply }) => ![200, 503].includes(reply.status))).toEqual([])
  await world.runUntilIdle()
  const refunds = async () =>
    (
      await world.query(`select count(*)::int as n, sum(minor)::text as minor from payments.payments
      where parent_id = ${order.transactionId} and type = 'refund'`)
    )[0]
  const done = answers.length - busy.length
  expect(await refunds()).toEqual({ n: done, minor: done === 0 ? null : String(done * 10) })

  for (const { key } of answers) expect((await refund(key)).reply.status).toBe(200)
  expect(await refunds()).toEqual({ n: 40, minor: '400' })
})
