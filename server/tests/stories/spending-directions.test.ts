import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clearsFile, presentment } from '../world/clearing-file.ts'
import { openSpender, type Spender } from '../world/network.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { createWorld, type World } from '../world/world.ts'

describe('a message takes money or brings it, and finds a transaction that does the same', () => {
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
  const nextReference = () => ({ acquirerId: '400001', networkTransactionId: `DIR${++references}` })

  /** A payment of 40.00 that is held, and a refund of 15.00 that is announced, with the same names. */
  async function paidAndRefunded() {
    const ana = await openGuest()
    const reference = nextReference()
    const { transactionId } = await ana.authorize('40.00', { reference })
    await ana.authorize('15.00', { purpose: 'refund', reference })
    return { ana, reference, transactionId }
  }
  const statuses = async (ana: Spender) => (await ana.transactions()).data.map(({ type, status }) => [type, status])

  test.each([
    ['the number of the card', (ana: Spender) => ana.shown.number.reveal()],
    ['the names alone', () => undefined],
  ])('the row of a file without a purpose clears the payment and not its refund, by %s', async (_what, numberOf) => {
    const { ana, reference } = await paidAndRefunded()
    const names = { networkTransactionId: reference.networkTransactionId, retrievalReference: undefined }
    const row = presentment({ ...names, amount: '40.00', cardNumber: numberOf(ana) } as never)
    expect(await clearsFile(world.app, [row])).toMatchObject([{ is: 'cleared' }])
    await has(ana, '60.00')
  })

  test('a payment and its refund have one retrieval reference, and each is cleared as what it is', async () => {
    const ana = await openGuest()
    const reference = { acquirerId: '400001', rrn: '632510000123' }
    await ana.authorize('44.99', { reference })
    await ana.authorize('4.99', { purpose: 'refund', reference })
    await clearsFile(world.app, [
      presentment({ presentmentId: '7400001632501', retrievalReference: '632510000123', amount: '44.99' }),
      presentment({
        kind: 'refund',
        presentmentId: '7400001632502',
        retrievalReference: '632510000123',
        amount: '4.99',
      }),
    ])
    await has(ana, '60.00')
  })

  test('a second clearing without a purpose takes money, also when a single message has returned some of it', async () => {
    const ana = await openGuest()
    const reference = nextReference()
    await ana.authorize('40.00', { reference })
    await ana.clear('30.00', { reference })
    await ana.authorize('5.00', { posts: true, purpose: 'refund', reference })
    await ana.clear('10.00', { reference })
    await has(ana, '65.00')
  })

  test('a clearing that names a refund by its key takes money all the same', async () => {
    const ana = await openGuest()
    const request = ana.authorization('15.00', { purpose: 'refund' })
    await ana.send(request)
    await ana.clear('15.00', { original: { key: request.key } })
    await has(ana, '85.00')
    await ana.clear('15.00', { original: { key: request.key }, purpose: 'refund' })
    await has(ana, '100.00')
  })

  test('the reversal of a payment is not about the refund that has its names', async () => {
    const { ana, reference } = await paidAndRefunded()
    await ana.reverse('40.00', { networkTransactionId: reference.networkTransactionId }, { reference })
    await has(ana, '100.00')
    expect(await statuses(ana)).toEqual([
      ['refund', 'pending'],
      ['purchase', 'reversed'],
      ['refund', 'settled'],
    ])
  })

  test('the reversal of a refund says that it is one, and is not about the payment', async () => {
    const { ana, reference } = await paidAndRefunded()
    const { networkTransactionId } = reference
    await ana.reverse('15.00', { networkTransactionId }, { reference, purpose: 'refund' })
    expect((await statuses(ana)).slice(0, 2)).toEqual([
      ['refund', 'reversed'],
      ['purchase', 'pending'],
    ])
    await has(ana, '100.00', '40.00', '60.00')
  })

  test('of a payment and a credit that are single messages the one of the direction of the reversal is reversed', async () => {
    const ana = await openGuest()
    const reference = nextReference()
    const { networkTransactionId } = reference
    await ana.authorize('40.00', { posts: true, reference })
    await ana.authorize('25.00', { posts: true, purpose: 'refund', reference })
    await ana.reverse('40.00', { networkTransactionId }, { reference })
    await has(ana, '125.00')
    await ana.reverse('25.00', { networkTransactionId }, { reference, purpose: 'refund' })
    await has(ana, '100.00')
  })

  test('a late reversal of a payment that was cleared changes nothing, although a credit could be reversed', async () => {
    const ana = await openGuest()
    const reference = nextReference()
    await ana.authorize('40.00', { reference })
    await ana.clear('40.00', { reference })
    await ana.authorize('40.00', { posts: true, purpose: 'refund', reference })
    await ana.reverse('40.00', { networkTransactionId: reference.networkTransactionId }, { reference })
    await has(ana, '100.00')
  })

  test('an id of the network that only a verification has does not hide the payment with the reference', async () => {
    const ana = await openGuest()
    const reference = nextReference()
    await ana.authorize('0.00', { purpose: 'verification', reference })
    await ana.authorize('40.00', { reference: { acquirerId: '400001', rrn: 'DIR-R' } })
    await ana.clear('40.00', { reference: { ...reference, rrn: 'DIR-R' } })
    await has(ana, '60.00')
  })

  test('a clearing that names a verification is refused, by its key and by its id', async () => {
    const ana = await openGuest()
    const reference = nextReference()
    const request = ana.authorization('0.00', { purpose: 'verification', reference })
    await ana.send(request)
    expect((await ana.clear('10.00', { original: { key: request.key } })).code).toBe('12')
    expect((await ana.clear('10.00', { reference })).code).toBe('12')
    await has(ana, '100.00')
  })

  test('the seals and the books agree with everything that was done', async () => {
    await world.runUntilIdle()
    expect((await world.verify()).differences).toEqual([])
  })
})
