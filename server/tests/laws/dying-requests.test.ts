import { expect, test } from 'vitest'
import { bread, typedCard } from '../world/api.ts'
import { byLength } from '../world/length.ts'
import { type Death, withoutPatience } from '../world/lost-replies.ts'
import { openShop, type Shop } from '../world/shop.ts'

/**
 * A process that dies in the middle of a request: after each of its commits, at once, or with everything done that comes
 * before the next one, such as the answer of the acquirer. The response to the repeated request is what is so a day later, and
 * nothing is done twice.
 */

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Form = Readonly<Record<string, string>>
type Call = readonly [method: Method, url: string, form: Form]
// biome-ignore lint/suspicious/noExplicitAny: what a client reads, whatever it is
type Reply = { status: number; data: any }
type Caller = {
  shop: Shop
  customerId: string
  send(method: Method, url: string, form?: Form, headers?: Form): Promise<Reply>
  /** Places an order with this card, and returns its data. */
  orders(more?: Form): Promise<{ orderId: number; transactionId: number; cardId: number }>
}

const monthly = { orderType: 'recurring', intervalType: 'month', intervalValue: '1' }
const managed = { orderType: 'managed', saveCard: '1' }

const requests: Record<string, (caller: Caller) => Promise<Call>> = {
  'a payment': async ({ customerId }) => ['POST', '/order', { customerId, ...bread, ...typedCard }],
  'a payment that is declined': async ({ customerId }) => [
    ...(['POST', '/order'] as const),
    { customerId, ...bread, ...typedCard, amount: '0.05' },
  ],
  'a refund': async ({ orders, shop }) => {
    const { transactionId } = await orders()
    await shop.world.pass({ days: 1 })
    return ['DELETE', `/transaction/${transactionId}`, { amount: '3.00' }]
  },
  'a cancellation': async ({ orders }) => ['DELETE', `/transaction/${(await orders()).transactionId}`, {}],
  'a void': async ({ orders }) => {
    const { transactionId } = await orders({ cardTransactionMode: 'auth' })
    return ['DELETE', `/transaction/${transactionId}`, {}]
  },
  'a capture': async ({ orders }) => {
    const { transactionId } = await orders({ cardTransactionMode: 'auth' })
    return ['PUT', `/transaction/${transactionId}`, { amount: '4.00' }]
  },
  'a charge on request': async ({ orders, customerId }) => {
    const { orderId } = await orders(managed)
    return ['PATCH', `/order-rebill/${orderId}`, { customerId, amount: '7.00' }]
  },
  'another card': async ({ orders, customerId }) => {
    const { orderId } = await orders(managed)
    return ['PATCH', `/order-update-card/${orderId}`, { customerId, ...typedCard, cardNumber: '5555555555554444' }]
  },
  'the last payment back': async ({ orders, shop }) => {
    const { orderId } = await orders(monthly)
    await shop.world.pass({ hours: 25 })
    return ['DELETE', `/order/${orderId}`, { terminateOrder: 'no' }]
  },
  'the end of an order': async ({ orders }) => ['DELETE', `/order/${(await orders(monthly)).orderId}`, {}],
  'a payout': async ({ customerId, orders, shop }) => {
    const { cardId } = await orders({ amount: '50.00', saveCard: '1' })
    await shop.world.pass({ hours: 25 })
    const credit = { orderType: 'credit', cardTransactionMode: 'credit', transactionMethod: 'card', amount: '2.00' }
    return ['POST', '/order', { customerId, ...bread, ...credit, cardId: String(cardId) }]
  },
}

/** Statuses of what is not done yet; a payment is complete until its cancellation is. Any other one stays. */
const underWay = (name: string) => [
  ...['start', 'in-progress', 'uncertain'],
  ...(name === 'a cancellation' ? ['complete-ok'] : []),
]

/** What is so: the status of the transaction that the reply is about, or of the order. */
async function isSo({ send }: Caller, { data }: Reply): Promise<string> {
  if (data.transactionId === undefined) return (await send('GET', `/order/${data.orderId ?? data.id}`)).data.orderStatus
  return (await send('GET', `/transaction/${data.transactionId}`)).data.transactionStatus
}

async function newCaller(shop: Shop, nth: number): Promise<Caller> {
  const send: Caller['send'] = async (method, url, form = {}, headers = {}) => {
    const payload = new URLSearchParams(form).toString()
    const { statusCode, body } = await shop.world.http.inject({
      ...{ method, url },
      headers: {
        authorization: `Bearer ${shop.privateKey}`,
        ...(payload && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(payload && { payload }),
    })
    return { status: statusCode, data: JSON.parse(body).data }
  }
  const made = await send('POST', '/customer', { identifier: `c-${nth}`, email: `c-${nth}@example.com` })
  const customerId = String(made.data.id)
  return {
    ...{ shop, customerId, send },
    orders: async (more = {}) => (await send('POST', '/order', { customerId, ...bread, ...typedCard, ...more })).data,
  }
}

const kinds: readonly Death['at'][] = byLength({ short: ['next commit'], long: ['once', 'next commit'] })
/** No request has so many commits. */
const commitsMax = 9

test.each(Object.keys(requests))(
  'the reply to %s is what is so, wherever the process of its request has died',
  async (name) => {
    const shop = await openShop({ payoutsAllowed: true }, { requestsDie: 'by hand' })
    const { deaths, app } = shop.world
    let nth = 0
    let died = 0
    const [twin, ...undisturbed] = await begins()
    await twin.send(...undisturbed)
    await shop.world.pass({ hours: 25 })
    const made = await transactionsOf(twin)

    for (const at of kinds)
      for (let after = 1; after < commitsMax; after++) {
        const [caller, method, url, form] = await begins()
        const key = { 'idempotency-key': `k-${nth}` }
        const isDead = await deaths.dying({ after, at }, () => caller.send(method, url, form, key))
        if (!isDead) break
        died++
        const reply = await withoutPatience(app.config, () => caller.send(method, url, form, key))
        // The reply of a refund of an order names its transaction alone.
        const status: string | undefined =
          reply.data.transactionId === undefined ? reply.data.orderStatus : reply.data.transactionStatus
        await shop.world.pass({ minutes: 5 })
        await shop.world.pass({ hours: 25 })
        const is = await isSo(caller, reply)

        const where = `${name}: died after commit ${after}, ${at}; the reply was ${reply.status} ${status}, and is ${is}`
        expect(underWay(name), where).not.toContain(is)
        if (status !== undefined && !underWay(name).includes(status)) expect(is, where).toBe(status)
        expect(await transactionsOf(caller), where).toBe(made)
      }
    expect(died).toBeGreaterThan(0)

    async function begins(): Promise<[Caller, ...Call]> {
      const caller = await newCaller(shop, ++nth)
      return [caller, ...(await requests[name]!(caller))]
    }
  },
)

async function transactionsOf({ shop, customerId }: Caller): Promise<number> {
  return shop.count(`payments.payments where shopper_id = ${customerId}`)
}
