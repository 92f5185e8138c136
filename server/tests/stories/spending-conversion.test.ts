import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setRate } from '#core/rates'
import { moneyOf, openSpender } from '../world/network.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { openProduct } from '../world/programme.ts'
import { createWorld, type World } from '../world/world.ts'

describe('paying in another currency', () => {
  let world: World
  let nordwind: PartnerFixture
  let product: Awaited<ReturnType<typeof openProduct>>
  beforeAll(async () => {
    world = await createWorld()
    nordwind = await openPartner(world)
    product = await openProduct(world, nordwind, { prefix: '53990011', markupPercent: '2.50' })
  })
  afterAll(() => world[Symbol.asyncDispose]())

  /** A euro is worth so many of the currency from now on. */
  const isWorth = (rate: string, quote: 'USD' | 'HUF' | 'PLN' = 'USD') => {
    world.clock.pass({ minutes: 1 })
    return setRate(world.app, { by: { actor: 'test', fromWhere: 'test' }, base: 'EUR', quote, rate })
  }
  const openTraveller = () => openSpender(world, nordwind, { product, funds: '100.00' })

  test('the amount is held at the rate of the day with the markup, and cleared at the rate of its own day', async () => {
    await isWorth('1.25')
    const ana = await openTraveller()
    const request = ana.authorization('50.00 USD')
    const answer = await ana.send(request)
    expect(answer).toMatchObject({ code: '00', approved: moneyOf('50.00 USD'), billed: moneyOf('41.00') })
    expect(await ana.funds()).toEqual({ balance: '100.00', held: '41.00', available: '59.00' })
    const seen = await ana.transaction(answer.transactionId)
    expect(seen).toMatchObject({
      amount: '41.00',
      currency: 'EUR',
      merchantAmount: '50.00',
      merchantCurrency: 'USD',
      exchange: { rate: '0.8', markup: '1.00', asOf: '2026-05-04T10:01:00.000Z' },
    })
    world.clock.pass({ hours: 24 })
    await isWorth('1.00')
    await ana.clear('50.00 USD', { original: { key: request.key } })
    const session = await again(ana.customerId)
    expect((await session(`/transactions/${answer.transactionId}`)).body).toMatchObject({
      status: 'settled',
      amount: '51.25',
      exchange: { rate: '0.8' },
      messages: [{ billedAmount: '41.00' }, { amount: '50.00', currency: 'USD', billedAmount: '51.25' }],
    })
    const statement = await session(`/accounts/${ana.accountId}/statement?from=2026-05-04&to=2026-05-05`)
    expect(statement.body).toMatchObject({
      movements: [
        { kind: 'refund', amount: '100.00' },
        { kind: 'spend', amount: '-51.25', merchantAmount: '-50.00', merchantCurrency: 'USD', balance: '48.75' },
      ],
      closingBalance: '48.75',
    })
  })

  test('what the network settles is booked in its currency, and the markup is income', async () => {
    await isWorth('1.25')
    const ana = await openTraveller()
    const before = await booked()
    await ana.clear('50.00 USD')
    await ana.refund('10.00 USD')
    // A refund returns the markup of its part.
    expect(await ana.funds()).toMatchObject({ balance: '67.20' })
    const after = await booked()
    const change = (name: string) => (after.get(name) ?? 0n) - (before.get(name) ?? 0n)
    expect(change('network:payable USD')).toBe(-40_00n)
    expect(change('conversions USD')).toBe(40_00n)
    expect(change('conversions EUR')).toBe(-32_00n)
    expect(change('income:markup EUR')).toBe(-80n)
  })

  test('a single message is converted and undone at its own rate', async () => {
    await isWorth('1.25')
    const ana = await openTraveller()
    const request = ana.authorization('50.00 USD', { posts: true })
    await ana.send(request)
    expect(await ana.funds()).toMatchObject({ balance: '59.00' })
    await ana.reverse('50.00 USD', { key: request.key }, { remaining: moneyOf('20.00 USD') })
    expect(await ana.funds()).toMatchObject({ balance: '83.60' })
    await ana.reverse('20.00 USD', { key: request.key })
    expect(await ana.funds()).toMatchObject({ balance: '100.00' })
  })

  test('reversals in part that all repeat the original amount take off the same as those that say what is left', async () => {
    await isWorth('1.25')
    const ana = await openTraveller()
    const before = (await booked()).get('network:payable USD') ?? 0n
    const request = ana.authorization('50.00 USD', { posts: true })
    await ana.send(request)
    const [original, whole] = [{ key: request.key }, '50.00 USD']
    await ana.reverse(whole, original, { remaining: moneyOf('40.00 USD') })
    expect(await ana.funds()).toMatchObject({ balance: '67.20' })
    await ana.reverse(whole, original, { remaining: moneyOf('10.00 USD') })
    expect(await ana.funds()).toMatchObject({ balance: '91.80' })
    expect((await booked()).get('network:payable USD')).toBe(before - 10_00n)
    await ana.reverse(whole, original)
    expect(await ana.funds()).toMatchObject({ balance: '100.00' })
    expect((await booked()).get('network:payable USD')).toBe(before)
    const later = ana.authorization('50.00 USD')
    await ana.send(later)
    await ana.reverse(whole, { key: later.key }, { remaining: moneyOf('40.00 USD') })
    await ana.reverse(whole, { key: later.key }, { remaining: moneyOf('10.00 USD') })
    expect(await ana.funds()).toMatchObject({ held: '8.20' })
  })

  test('an amount that the network has converted is held and booked as it says', async () => {
    const ana = await openTraveller()
    const request = ana.authorization('50.00 USD', { billing: moneyOf('43.00') })
    expect(await ana.send(request)).toMatchObject({ code: '00', billed: moneyOf('43.00') })
    await ana.clear('25.00 USD', { original: { key: request.key } })
    expect(await ana.funds()).toEqual({ balance: '78.50', held: '0.00', available: '78.50' })
  })

  test('the smallest amount costs the smallest amount, and no amount needs no rate', async () => {
    await isWorth('1000.00', 'HUF')
    const ana = await openTraveller()
    expect(await ana.authorize('0.01 HUF')).toMatchObject({ code: '00', billed: moneyOf('0.01') })
    expect(await ana.authorize('0 JPY', { purpose: 'verification' })).toMatchObject({ code: '85' })
  })

  test('a rate that is too old declines, and the reason says so', async () => {
    await isWorth('4.00', 'PLN')
    world.clock.pass({ hours: 24 * 30 })
    const ana = await openTraveller()
    const answer = await ana.authorize('50.00 PLN')
    expect(answer.code).toBe('12')
    const [message] = await world.query(
      `select verdicts from spending.messages where transaction_id = '${answer.transactionId}'`,
    )
    const reason = { code: 'no_rate', details: { from: 'PLN', to: 'EUR' } }
    expect(message?.verdicts).toContainEqual({ rule: 'currency', result: 'failed', code: '12', reason })
  })

  test('the seals and the books agree with everything that was done', async () => {
    await world.runUntilIdle()
    expect((await world.verify()).differences).toEqual([])
  })

  const booked = async () => {
    const rows = await world.query(
      `select account || ' ' || currency as name, sum(minor)::bigint as minor from ledger.lines group by 1`,
    )
    return new Map(rows.map(({ name, minor }) => [String(name), BigInt(String(minor))]))
  }

  /** The token of the customer has expired meanwhile. */
  async function again(customerId: string) {
    const { accessToken } = (await nordwind.asServer('POST', '/auth/login/partner', { body: { customerId } })).body
    return (path: string) => nordwind.withToken(String(accessToken))('GET', path)
  }
})
