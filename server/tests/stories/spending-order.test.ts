import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { moneyOf, openSpender, type Spender } from '../world/network.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { createWorld, type World } from '../world/world.ts'

describe('messages come in any order', () => {
  let world: World
  let nordwind: PartnerFixture
  beforeAll(async () => {
    world = await createWorld()
    nordwind = await openPartner(world)
  })
  afterAll(() => world[Symbol.asyncDispose]())

  const has = async (ana: Spender, balance: string, held = '0.00', available = balance) =>
    expect(await ana.funds()).toEqual({ balance, held, available })
  const openGuest = (funds = '100.00') => openSpender(world, nordwind, { funds })

  test('an authorization that comes after its clearing joins it, and holds nothing', async () => {
    const ana = await openGuest('50.00')
    const request = ana.authorization('40.00')
    const original = { key: request.key }
    const cleared = await ana.clear('40.00', { original })
    const answer = await ana.send(request)
    expect(answer).toMatchObject({ code: '00', transactionId: cleared.transactionId })
    expect(await ana.send(request)).toEqual(answer)
    await has(ana, '10.00')
    expect((await ana.reverse('40.00', original)).transactionId).toBe(cleared.transactionId)
    expect((await ana.refund('15.00', { original })).transactionId).toBe(cleared.transactionId)
    await has(ana, '25.00')
    const { data } = await ana.transactions('?type=purchase')
    expect(data).toMatchObject([{ status: 'settled', forcePosted: true, authorizationCode: answer.authorizationCode }])
  })

  test('a single message that comes after a clearing that names it is not booked again', async () => {
    const ana = await openGuest()
    const request = ana.authorization('40.00', { posts: true })
    await ana.clear('40.00', { original: { key: request.key } })
    expect((await ana.send(request)).code).toBe('00')
    await has(ana, '60.00')
  })

  test.each([
    ['as much', '40.00', '60.00', '60.00'],
    ['less', '15.00', '60.00', '85.00'],
    ['more', '45.00', '55.00', '55.00'],
  ])(
    'a single message and a clearing of %s that names it are booked once, in both orders',
    async (_what, amount, balance, after) => {
      for (const isCleared of [false, true]) {
        const ana = await openGuest()
        const request = ana.authorization('40.00', { posts: true })
        const original = { key: request.key }
        if (isCleared) await ana.clear(amount, { original })
        const { code } = await ana.send(request)
        if (!isCleared) await ana.clear(amount, { original })
        expect(code).toBe('00')
        await has(ana, balance)
        await ana.reverse('40.00', original)
        await has(ana, after)
      }
    },
  )

  test('an authorization that comes after one part of its clearing holds what the others will take', async () => {
    const ana = await openGuest()
    const request = ana.authorization('40.00')
    const original = { key: request.key }
    await ana.clear('15.00', { original, sequence: { number: 2, of: 2 } })
    expect((await ana.send(request)).code).toBe('00')
    await has(ana, '85.00', '25.00', '60.00')
    await ana.clear('25.00', { original, sequence: { number: 1, of: 2 } })
    await has(ana, '60.00')
  })

  test('an authorization that comes after the advice of its real amount joins it', async () => {
    const ana = await openGuest()
    const request = ana.authorization('10.00')
    const original = { key: request.key }
    const advised = await ana.advise('12.00', { replaces: original })
    expect(await ana.send(request)).toMatchObject({ code: '00', transactionId: advised.transactionId })
    await has(ana, '100.00', '12.00', '88.00')
    await ana.reverse('10.00', original)
    await has(ana, '100.00')
  })

  test('one that comes after its clearing is judged by the rules, and a decline changes nothing', async () => {
    const ana = await openGuest()
    const request = ana.authorization('40.00')
    const cleared = await ana.clear('40.00', { original: { key: request.key } })
    await ana.post(ana.issued, '/freeze')
    expect(await ana.send(request)).toMatchObject({ code: '57', transactionId: cleared.transactionId })
    await has(ana, '60.00')
  })

  test('the parts of a clearing come in any order, and the hold ends when all have come', async () => {
    const ana = await openGuest()
    const request = ana.authorization('100.00')
    const original = { key: request.key }
    await ana.send(request)
    await ana.clear('40.00', { original, sequence: { number: 2, of: 2 } })
    await has(ana, '60.00', '60.00', '0.00')
    await ana.clear('30.00', { original, sequence: { number: 1, of: 2 } })
    await has(ana, '30.00')
  })

  test('a part that comes twice is booked, lowers no hold, and is in the log', async () => {
    const ana = await openGuest('200.00')
    const request = ana.authorization('100.00')
    const original = { key: request.key }
    await ana.send(request)
    await ana.clear('40.00', { original, sequence: { number: 1, of: 2 } })
    await has(ana, '160.00', '60.00', '100.00')
    await ana.clear('40.00', { original, sequence: { number: 1, of: 2 } })
    await has(ana, '120.00', '60.00', '60.00')
    expect(world.logged.filter((line) => line.includes('a part of a clearing came twice'))).toHaveLength(1)
    await ana.clear('60.00', { original, sequence: { number: 2, of: 2 } })
    await has(ana, '60.00')
  })

  test('parts that come to the whole hold end it', async () => {
    const ana = await openGuest()
    const request = ana.authorization('40.00')
    const original = { key: request.key }
    await ana.send(request)
    await ana.clear('40.00', { original, sequence: { number: 2, of: 3 } })
    await has(ana, '60.00')
    await ana.reverse('1.00', original, { remaining: moneyOf('1.00') })
    await has(ana, '60.00')
  })

  test.each([
    ['it was cleared', '60.00', (ana: Spender, original: object) => ana.clear('40.00', { original })],
    ['it was reversed', '100.00', (ana: Spender, original: object) => ana.reverse('40.00', original)],
  ])('the advice of a real amount that comes after %s holds nothing', async (_what, balance, end) => {
    const ana = await openGuest()
    const request = ana.authorization('40.00')
    const original = { key: request.key }
    const { transactionId } = await ana.send(request)
    await end(ana, original)
    expect(await ana.advise('40.00', { replaces: original })).toEqual({ code: '00', transactionId })
    await has(ana, balance)
  })

  test('the advice of a real amount that comes after a part holds what is left of it', async () => {
    const ana = await openGuest()
    const request = ana.authorization('90.00')
    const original = { key: request.key }
    await ana.send(request)
    await ana.clear('40.00', { original, sequence: { number: 1, of: 2 } })
    await ana.advise('80.00', { replaces: original })
    await has(ana, '60.00', '40.00', '20.00')
    await ana.clear('40.00', { original, sequence: { number: 2, of: 2 } })
    await has(ana, '20.00')
  })

  test('an increment that comes after the clearing which has taken it holds nothing, once', async () => {
    const ana = await openGuest('130.00')
    const request = ana.authorization('40.00')
    const original = { key: request.key }
    const { transactionId } = await ana.send(request)
    await ana.clear('70.00', { original })
    const increment = ana.authorization('30.00', { incrementOf: original })
    expect(await ana.send(increment)).toMatchObject({ code: '00', transactionId })
    await has(ana, '60.00')
    await ana.reverse('30.00', { key: increment.key })
    await has(ana, '60.00')
    const more = await ana.authorize('30.00', { incrementOf: original })
    expect(more.code).toBe('00')
    expect(more.transactionId).not.toBe(transactionId)
    await has(ana, '60.00', '30.00', '30.00')
  })

  test('the advice of a single message that was booked holds nothing', async () => {
    const ana = await openGuest()
    const request = ana.authorization('40.00', { posts: true })
    await ana.send(request)
    await ana.advise('40.00', { replaces: { key: request.key } })
    await has(ana, '60.00')
  })

  test('a reversal in part says what stays of the original amount, of which a part was cleared', async () => {
    const ana = await openGuest()
    const request = ana.authorization('90.00')
    const original = { key: request.key }
    await ana.send(request)
    await ana.clear('40.00', { original, sequence: { number: 1, of: 2 } })
    await ana.reverse('90.00', original, { remaining: moneyOf('60.00') })
    await has(ana, '60.00', '20.00', '40.00')
    await ana.reverse('90.00', original, { remaining: moneyOf('30.00') })
    await has(ana, '60.00')
  })

  test('the seals and the books agree with everything that was done', async () => {
    await world.runUntilIdle()
    expect((await world.verify()).differences).toEqual([])
  })
})
