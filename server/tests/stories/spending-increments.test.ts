import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { longTest } from '../world/length.ts'
import { bakery, moneyOf, openSpender, type Spender } from '../world/network.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { openProduct } from '../world/programme.ts'
import { createWorld, type World } from '../world/world.ts'

describe('approving more, approving less, and only asking', () => {
  let world: World
  let nordwind: PartnerFixture
  beforeAll(async () => {
    world = await createWorld()
    nordwind = await openPartner(world)
  })
  afterAll(() => world[Symbol.asyncDispose]())

  const openGuest = () => openSpender(world, nordwind, { funds: '100.00' })
  const has = async (ana: Spender, balance: string, held = '0.00', available = balance) =>
    expect(await ana.funds()).toEqual({ balance, held, available })

  /** A holder of 100.00 with 40.00 on hold, and 25.00 more. */
  async function extended() {
    const ana = await openGuest()
    const request = ana.authorization('40.00')
    const answer = await ana.send(request)
    const original = { key: request.key }
    const increase = ana.authorization('25.00', { incrementOf: original })
    const increased = await ana.send(increase)
    return { ana, original, answer, increase, increased }
  }

  test('an increment joins the hold, once, and is cleared with it', async () => {
    const { ana, original, answer, increase, increased } = await extended()
    expect(increased).toMatchObject({
      code: '00',
      transactionId: answer.transactionId,
      authorizationCode: answer.authorizationCode,
    })
    expect(await ana.send(increase)).toEqual(increased)
    await has(ana, '100.00', '65.00', '35.00')
    expect(await ana.transaction(answer.transactionId)).toMatchObject({
      status: 'pending',
      amount: '65.00',
      messages: [{ action: 'approve' }, { action: 'increase', amount: '25.00' }],
    })
    await ana.clear('65.00', { original })
    await has(ana, '35.00')
  })

  test('an increment begins the time of the hold anew', async () => {
    const ana = await openGuest()
    const request = ana.authorization('40.00')
    const { transactionId } = await ana.send(request)
    world.clock.pass({ minutes: 5 })
    await ana.authorize('5.00', { incrementOf: { key: request.key } })
    const { expiresAt, createdAt } = (await ana.transaction(transactionId)) as { expiresAt: string; createdAt: string }
    const held = Temporal.Instant.from(createdAt).until(Temporal.Instant.from(expiresAt), { largestUnit: 'minutes' })
    expect(held.minutes).toBe(7 * 24 * 60 + 5)
  })

  test('an increment that the account cannot pay is declined, and what was approved stays', async () => {
    const { ana, original, answer } = await extended()
    const declined = await ana.authorize('35.01', { incrementOf: original })
    expect(declined).toMatchObject({ code: '51', transactionId: answer.transactionId })
    await has(ana, '100.00', '65.00', '35.00')
    expect(await ana.transaction(answer.transactionId)).toMatchObject({ status: 'pending' })
  })

  test('the reversal of an increment takes off that one, in parts and once', async () => {
    const { ana, original, increase, answer } = await extended()
    await ana.reverse('25.00', { key: increase.key }, { remaining: moneyOf('10.00') })
    await has(ana, '100.00', '50.00', '50.00')
    await ana.reverse('25.00', { key: increase.key }, { remaining: moneyOf('4.00') })
    await has(ana, '100.00', '44.00', '56.00')
    await ana.reverse('25.00', { key: increase.key })
    await has(ana, '100.00', '40.00', '60.00')
    await ana.reverse('25.00', { key: increase.key })
    await has(ana, '100.00', '40.00', '60.00')
    await ana.reverse('40.00', original)
    await has(ana, '100.00')
    expect(await ana.transaction(answer.transactionId)).toMatchObject({ status: 'reversed' })
  })

  test('an advice of the real amount of an increment is about that alone, and so is the reversal after it', async () => {
    const { ana, original, increase } = await extended()
    await ana.advise('15.00', { replaces: { key: increase.key } })
    await has(ana, '100.00', '55.00', '45.00')
    await ana.reverse('25.00', { key: increase.key }, { remaining: moneyOf('5.00') })
    await has(ana, '100.00', '45.00', '55.00')
    await ana.reverse('25.00', { key: increase.key })
    await has(ana, '100.00', '40.00', '60.00')
    await ana.clear('40.00', { original })
    await has(ana, '60.00')
  })

  test('an advice of the real amount of all has the increments in it, and a late reversal of one changes nothing', async () => {
    const { ana, original, increase } = await extended()
    await ana.advise('50.00', { replaces: original })
    await ana.reverse('25.00', { key: increase.key })
    await has(ana, '100.00', '50.00', '50.00')
  })

  test('an increment joins an approval of which a part was cleared, and the last part ends both', async () => {
    const ana = await openGuest()
    const request = ana.authorization('40.00')
    const original = { key: request.key }
    const { transactionId } = await ana.send(request)
    await ana.clear('15.00', { original, sequence: { number: 1, of: 2 } })
    expect(await ana.authorize('10.00', { incrementOf: original })).toMatchObject({ code: '00', transactionId })
    await has(ana, '85.00', '35.00', '50.00')
    await ana.clear('35.00', { original, sequence: { number: 2, of: 2 } })
    await has(ana, '50.00')
  })

  test('an increment of what is not known, or was made elsewhere, is an authorization of its own', async () => {
    const { ana, original, answer } = await extended()
    const unknown = await ana.authorize('1.00', { incrementOf: { key: ana.nextKey() } })
    const merchant = { ...bakery, id: 'MERCHANT0000002' }
    const elsewhere = await ana.authorize('2.00', { merchant, incrementOf: original })
    expect([unknown.code, elsewhere.code]).toEqual(['00', '00'])
    expect(new Set([answer, unknown, elsewhere].map(({ transactionId }) => transactionId)).size).toBe(3)
    await has(ana, '100.00', '68.00', '32.00')
  })

  test('an increment on a later day counts on that day, in limits and in the number of payments', async () => {
    const limits = ['day:EUR:100.00', 'month:EUR:150.00']
    const product = await openProduct(world, nordwind, { prefix: '53990078', limits })
    const ana = await openSpender(world, nordwind, { funds: '500.00', product })
    const request = ana.authorization('1.00', { preauthorization: true })
    const original = { key: request.key }
    await ana.send(request)
    const sums = async () => {
      const [row] =
        await world.query(`select day_minor, week_minor, month_minor, year_minor, total_minor, cardinality(recent) as recent
        from spending.card_totals where card_id = '${ana.issued.id}'`)
      return Object.values(row!).map(Number)
    }
    world.clock.pass({ hours: 24 })
    const increment = ana.authorization('60.00', { incrementOf: original })
    expect((await ana.send(increment)).code).toBe('00')
    expect(await sums()).toEqual([6000, 6100, 6100, 6100, 6100, 2])
    expect((await ana.authorize('60.00', { incrementOf: original })).code).toBe('61')
    expect((await ana.authorize('40.00', { incrementOf: original })).code).toBe('00')
    expect((await ana.authorize('0.01')).code).toBe('61')
    expect(await sums()).toEqual([10000, 10100, 10100, 10100, 10100, 3])
    world.clock.pass({ hours: 24 })
    expect((await ana.authorize('49.01', { incrementOf: original })).code).toBe('61')
    expect((await ana.authorize('49.00', { incrementOf: original })).code).toBe('00')
    await ana.reverse('60.00', { key: increment.key }, { remaining: moneyOf('20.00') })
    expect(await sums()).toEqual([4900, 11000, 11000, 11000, 11000, 4])
    expect((await world.verify()).differences).toEqual([])
    await ana.clear('80.00', { original, sequence: { number: 1, of: 2 } })
    expect(await sums()).toEqual([4900, 11000, 11000, 11000, 11000, 4])
    await ana.reverse('110.00', original)
    expect(await sums()).toEqual([4900, 8000, 8000, 8000, 8000, 4])
    expect((await world.verify()).differences).toEqual([])
    await world.pass({ hours: 1 })
  })

  test('a merchant that takes a part is approved what there is, and told so', async () => {
    const ana = await openGuest()
    const request = ana.authorization('130.00', { partialAllowed: true })
    const answer = await ana.send(request)
    expect(answer).toMatchObject({
      code: '10',
      approved: moneyOf('100.00'),
      billed: moneyOf('100.00'),
      available: moneyOf('0.00'),
    })
    await has(ana, '100.00', '100.00', '0.00')
    const seen = await ana.transaction(answer.transactionId)
    expect(seen).toMatchObject({ status: 'pending', amount: '100.00', merchantAmount: '130.00' })
    expect(seen).not.toHaveProperty('declineReason')
    expect((await ana.authorize('1.00', { partialAllowed: true })).code).toBe('51')
    await ana.clear('100.00', { original: { key: request.key } })
    await has(ana, '0.00')
  })

  // In small: a merchant that takes a part is approved what there is, and told so
  longTest('a single message is approved in part as well', async () => {
    const ana = await openGuest()
    const answer = await ana.authorize('130.00', { partialAllowed: true, posts: true })
    expect(answer).toMatchObject({ code: '10', approved: moneyOf('100.00'), available: moneyOf('0.00') })
    await has(ana, '0.00')
  })

  test('cash is never approved in part', async () => {
    const ana = await openGuest()
    const changes = { purpose: 'cash', channel: 'inStore', partialAllowed: true } as const
    expect((await ana.authorize('130.00', changes)).code).toBe('51')
  })

  test('a balance inquiry is answered with what is left to spend, and holds nothing', async () => {
    const { ana } = await extended()
    const answer = await ana.authorize('0.00', { purpose: 'balance', channel: 'inStore' })
    expect(answer).toMatchObject({ code: '00', available: moneyOf('35.00') })
    await has(ana, '100.00', '65.00', '35.00')
    const atMachine = await ana.authorize('0.00', { purpose: 'balance', channel: 'atm' })
    expect(atMachine.code).toBe('55')
    expect(atMachine).not.toHaveProperty('available')
  })

  test('a verification says that the card is good, or why not, and holds nothing', async () => {
    const ana = await openGuest()
    const good = await ana.authorize('0.00', { purpose: 'verification' })
    expect(good).toMatchObject({ code: '85', cvv: 'match' })
    expect(good).not.toHaveProperty('available')
    await has(ana, '100.00')
    await ana.post(ana.issued, '/freeze')
    expect((await ana.authorize('0.00', { purpose: 'verification' })).code).toBe('57')
  })

  test('the seals and the books agree with everything that was done', async () => {
    await world.runUntilIdle()
    expect((await world.verify()).differences).toEqual([])
  })
})
