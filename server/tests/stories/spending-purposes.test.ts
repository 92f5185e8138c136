import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSpender, type Spender } from '../world/network.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { createWorld, type World } from '../world/world.ts'

describe('what a message does to money follows from its purpose', () => {
  let world: World
  let nordwind: PartnerFixture
  beforeAll(async () => {
    world = await createWorld()
    nordwind = await openPartner(world)
  })
  afterAll(() => world[Symbol.asyncDispose]())

  const has = async (ana: Spender, balance: string, held = '0.00', available = balance) =>
    expect(await ana.funds()).toEqual({ balance, held, available })
  const openGuest = () => openSpender(world, nordwind, { funds: '100.00' })
  let references = 0
  const nextReference = () => ({ acquirerId: '400001', rrn: `P${++references}` })

  test.each([false, true])(
    'a single message that pays money to the card credits it at once (original credit: %s)',
    async (originalCredit) => {
      const ana = await openGuest()
      const request = ana.authorization('40.00', { purpose: 'refund', originalCredit, posts: true })
      const answer = await ana.send(request)
      expect(answer).toMatchObject({ code: '00', authorizationCode: expect.any(String) })
      await has(ana, '140.00')
      expect(await ana.send(request)).toEqual(answer)
      expect(await ana.transaction(answer.transactionId)).toMatchObject({
        status: 'settled',
        type: 'refund',
        amount: '40.00',
        amounts: { refunded: '40.00' },
      })
      await ana.post(ana.issued, '/close')
      expect((await ana.authorize('1.00', { purpose: 'refund', posts: true })).code).toBe('46')
      await has(ana, '140.00')
    },
  )

  test('the reversal of a single message that has credited debits the money, once', async () => {
    const ana = await openGuest()
    const request = ana.authorization('40.00', { purpose: 'refund', posts: true })
    const { transactionId } = await ana.send(request)
    for (const _ of [1, 2])
      expect(await ana.reverse('40.00', { key: request.key })).toEqual({ code: '00', transactionId })
    await has(ana, '100.00')
    expect(await ana.transaction(transactionId)).toMatchObject({ status: 'reversed' })
  })

  test('the reversal of a credit that was spent makes a debt', async () => {
    const ana = await openSpender(world, nordwind, { funds: '0.00' })
    const request = ana.authorization('40.00', { purpose: 'refund', posts: true })
    await ana.send(request)
    await ana.authorize('30.00', { posts: true })
    await ana.reverse('40.00', { key: request.key })
    await has(ana, '-30.00', '0.00', '0.00')
  })

  test('an advice about a refund holds nothing, and its money joins it', async () => {
    const ana = await openGuest()
    const reference = nextReference()
    const advised = await ana.advise('40.00', { purpose: 'refund', reference })
    await has(ana, '100.00')
    expect(await ana.transaction(advised.transactionId)).toMatchObject({ status: 'pending', type: 'refund' })
    expect(await ana.refund('40.00', { reference })).toEqual({ code: '00', transactionId: advised.transactionId })
    await has(ana, '140.00')
  })

  test.each(['verification', 'balance'] as const)('an advice about a %s holds nothing', async (purpose) => {
    const ana = await openGuest()
    const { transactionId } = await ana.advise('40.00', { purpose })
    await has(ana, '100.00')
    expect(await ana.transaction(transactionId)).toMatchObject({ status: 'completed' })
  })

  test.each(['00', '10', '11', '85'])(
    'an advice with the approval %s holds what its clearing takes',
    async (decided) => {
      const ana = await openGuest()
      const reference = nextReference()
      const { transactionId } = await ana.advise('40.00', { decided, reference })
      await has(ana, '100.00', '40.00', '60.00')
      expect((await ana.clear('40.00', { reference })).transactionId).toBe(transactionId)
      await has(ana, '60.00')
    },
  )

  test('the real amount of a refund takes the place of no payment', async () => {
    const ana = await openGuest()
    const reference = nextReference()
    await ana.authorize('40.00', { reference })
    await ana.advise('25.00', { purpose: 'refund', reference, replaces: { rrn: reference.rrn } })
    await has(ana, '100.00', '40.00', '60.00')
  })

  test('a clearing of a refund credits the card', async () => {
    const ana = await openGuest()
    const reference = nextReference()
    const { transactionId } = await ana.authorize('40.00', { purpose: 'refund', reference })
    const presentmentId = ana.nextId('credit')
    for (const _ of [1, 2])
      expect(await ana.clear('40.00', { purpose: 'refund', reference, presentmentId })).toEqual({
        code: '00',
        transactionId,
      })
    await has(ana, '140.00')
    const alone = await ana.clear('5.00', { purpose: 'refund' })
    expect(await ana.transaction(alone.transactionId)).toMatchObject({ type: 'refund', amount: '5.00' })
    await has(ana, '145.00')
  })

  test('a clearing that does not say what it is takes money: it is about no refund', async () => {
    const ana = await openGuest()
    const reference = nextReference()
    const { transactionId } = await ana.authorize('40.00', { purpose: 'refund', reference })
    const cleared = await ana.clear('40.00', { reference })
    expect(cleared.code).toBe('00')
    expect(cleared.transactionId).not.toBe(transactionId)
    await has(ana, '60.00')
  })

  test('a clearing of a payment is about no refund, whatever its names', async () => {
    const ana = await openGuest()
    const reference = nextReference()
    const { transactionId } = await ana.authorize('40.00', { purpose: 'refund', reference })
    const forced = await ana.clear('30.00', { purpose: 'purchase', reference })
    expect(forced.transactionId).not.toBe(transactionId)
    await has(ana, '70.00')
  })

  test.each(['verification', 'balance'] as const)('a clearing of a %s moves nothing', async (purpose) => {
    const ana = await openGuest()
    expect(await ana.clear('10.00', { purpose })).toEqual({ code: '12' })
    await has(ana, '100.00')
  })

  test('the seals and the books agree with everything that was done', async () => {
    await world.runUntilIdle()
    expect((await world.verify()).differences).toEqual([])
  })
})
