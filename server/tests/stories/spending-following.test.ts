import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NetworkResponse } from '#connectors/network/message.ts'
import { bakery, moneyOf, openSpender, type Spender } from '../world/network.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { createWorld, type World } from '../world/world.ts'

describe('what follows an authorization', () => {
  let world: World
  let nordwind: PartnerFixture
  beforeAll(async () => {
    world = await createWorld()
    nordwind = await openPartner(world)
  })
  afterAll(() => world[Symbol.asyncDispose]())

  /** A holder of 100.00 who has paid 40.00, which is held. */
  async function paid() {
    const ana = await openSpender(world, nordwind, { funds: '100.00' })
    const request = ana.authorization('40.00')
    const answer = await ana.send(request)
    expect(answer.code).toBe('00')
    const original = { key: request.key }
    const see = () => ana.transaction(answer.transactionId)
    return { ana, request, answer, original, see }
  }
  const approved = { code: '00' }
  const idOf = ({ transactionId }: NetworkResponse) => transactionId
  const isBooked = async (ana: Spender, balance: string, held = '0.00', available = balance) =>
    expect(await ana.funds()).toEqual({ balance, held, available })

  test('a message that comes again is answered the same, and changes nothing', async () => {
    const { ana, request, answer } = await paid()
    expect(await ana.send(request)).toEqual(answer)
    await isBooked(ana, '100.00', '40.00', '60.00')
  })

  test('a message with the key of another is a clash, and the first stays as it is', async () => {
    const { ana, request } = await paid()
    expect(await ana.send({ ...request, amount: moneyOf('41.00') })).toEqual({ code: '94' })
    const other = await openSpender(world, nordwind)
    expect(await other.send({ ...other.authorization('40.00'), key: request.key })).toEqual({ code: '94' })
    await isBooked(ana, '100.00', '40.00', '60.00')
    await isBooked(other, '1000.00')
  })

  test('a reversal releases the hold, once', async () => {
    const { ana, original, see } = await paid()
    expect(await ana.reverse('40.00', original)).toMatchObject(approved)
    await isBooked(ana, '100.00')
    expect(await see()).toMatchObject({ status: 'reversed', amounts: { held: '0.00' } })
    expect(await ana.reverse('40.00', original)).toMatchObject(approved)
    await isBooked(ana, '100.00')
  })

  test('a reversal in part leaves the rest on hold, and so does the next', async () => {
    const { ana, original, see } = await paid()
    await ana.reverse('40.00', original, { remaining: moneyOf('30.00') })
    await isBooked(ana, '100.00', '30.00', '70.00')
    await ana.reverse('30.00', original, { remaining: moneyOf('10.00') })
    await isBooked(ana, '100.00', '10.00', '90.00')
    expect(await see()).toMatchObject({ status: 'pending', amounts: { authorized: '10.00', held: '10.00' } })
    expect(await ana.clear('10.00', { original })).toMatchObject(approved)
    await isBooked(ana, '90.00')
  })

  test('a reversal that comes before its original makes it a decline', async () => {
    const ana = await openSpender(world, nordwind, { funds: '100.00' })
    const request = ana.authorization('40.00')
    expect(await ana.reverse('40.00', { key: request.key })).toEqual(approved)
    const answer = await ana.send(request)
    expect(answer.code).toBe('05')
    expect(await ana.transaction(answer.transactionId)).toMatchObject({ declineReason: 'reversal' })
    await isBooked(ana, '100.00')
  })

  test('a reversal that comes after the clearing gives nothing back', async () => {
    const { ana, original, see } = await paid()
    await ana.clear('40.00', { original })
    expect(await ana.reverse('40.00', original)).toMatchObject(approved)
    await isBooked(ana, '60.00')
    expect(await see()).toMatchObject({ status: 'settled' })
  })

  test('the reversal of a single message gives the money back', async () => {
    const ana = await openSpender(world, nordwind, { funds: '100.00' })
    const request = ana.authorization('40.00', { posts: true })
    const answer = await ana.send(request)
    await ana.reverse('40.00', { key: request.key }, { remaining: moneyOf('30.00') })
    await isBooked(ana, '70.00')
    await ana.reverse('30.00', { key: request.key })
    await isBooked(ana, '100.00')
    expect(await ana.transaction(answer.transactionId)).toMatchObject({ status: 'reversed' })
  })

  test('the reversal of a single message returns what no clearing has taken the place of', async () => {
    const ana = await openSpender(world, nordwind, { funds: '100.00' })
    const request = ana.authorization('40.00', { posts: true })
    const original = { key: request.key }
    const { transactionId } = await ana.send(request)
    await ana.clear('15.00', { original })
    await isBooked(ana, '60.00')
    await ana.reverse('40.00', original)
    await isBooked(ana, '85.00')
    expect(await ana.transaction(transactionId)).toMatchObject({ status: 'settled', amounts: { cleared: '15.00' } })
    await ana.reverse('40.00', original)
    await isBooked(ana, '85.00')
  })

  test.each([
    ['as much as the hold', '40.00', '60.00'],
    ['less than the hold', '25.50', '74.50'],
    ['more than the hold', '45.00', '55.00'],
  ])('a clearing of %s books what it says, and nothing stays on hold', async (_what, amount, balance) => {
    const { ana, original, see } = await paid()
    expect(await ana.clear(amount, { original })).toMatchObject(approved)
    await isBooked(ana, balance)
    expect(await see()).toMatchObject({ status: 'settled', amount, amounts: { held: '0.00', cleared: amount } })
  })

  test('clearings in parts each take theirs from the hold, and the last releases the rest', async () => {
    const { ana, original, see } = await paid()
    await ana.clear('10.00', { original, sequence: { number: 1, of: 3 } })
    await isBooked(ana, '90.00', '30.00', '60.00')
    await ana.clear('10.00', { original, sequence: { number: 2, of: 3 } })
    await isBooked(ana, '80.00', '20.00', '60.00')
    await ana.clear('15.00', { original, sequence: { number: 3, of: 3 } })
    await isBooked(ana, '65.00')
    expect(await see()).toMatchObject({ status: 'settled', amount: '35.00' })
  })

  test('a presentment is booked once, in whichever message it comes', async () => {
    const { ana, original } = await paid()
    const presentmentId = ana.nextId('twice')
    const first = await ana.clear('40.00', { original, presentmentId })
    expect(idOf(await ana.clear('40.00', { original, presentmentId }))).toBe(idOf(first))
    expect(await ana.clear('39.00', { original, presentmentId })).toEqual({ code: '94' })
    await isBooked(ana, '60.00')
  })

  test('a second clearing of what was cleared is booked as well', async () => {
    const { ana, original, see } = await paid()
    await ana.clear('40.00', { original })
    await ana.clear('5.00', { original })
    await isBooked(ana, '55.00')
    expect(await see()).toMatchObject({ status: 'settled', amount: '45.00' })
  })

  test('what was reversed is cleared all the same, and says so', async () => {
    const { ana, original, see } = await paid()
    await ana.reverse('40.00', original)
    await ana.clear('40.00', { original })
    await isBooked(ana, '60.00')
    expect(await see()).toMatchObject({ status: 'settled' })
  })

  test('the original is found by the references that stay the same', async () => {
    const ana = await openSpender(world, nordwind, { funds: '100.00' })
    const reference = { acquirerId: '400001', rrn: '632510000123', networkTransactionId: '386325080000205' }
    const first = await ana.authorize('10.00', { reference })
    const byCode = await ana.authorize('10.00')
    const named = async (original: object) => idOf(await ana.clear('1.00', { original }))
    expect(await named({ networkTransactionId: reference.networkTransactionId })).toBe(idOf(first))
    expect(await named({ rrn: reference.rrn })).toBe(idOf(first))
    expect(await named({ authorizationCode: byCode.authorizationCode })).toBe(idOf(byCode))
  })

  test('a clearing without an authorization makes a transaction of its own, which says so', async () => {
    const ana = await openSpender(world, nordwind, { funds: '100.00' })
    const answer = await ana.clear('30.00')
    await isBooked(ana, '70.00')
    expect(await ana.transaction(answer.transactionId)).toMatchObject({
      status: 'settled',
      type: 'purchase',
      forcePosted: true,
      verdicts: [],
    })
  })

  test('a clearing of more than there is makes a debt, which the next refund pays', async () => {
    const { ana, original } = await paid()
    await ana.clear('130.00', { original })
    await isBooked(ana, '-30.00', '0.00', '0.00')
    const path = `/accounts/${ana.accountId}/statement?from=2026-05-04&to=2026-05-04`
    const { movements, closingBalance } = (await ana.call('GET', path)).body as never
    expect(closingBalance).toBe('-30.00')
    expect(movements).toMatchObject([{ amount: '100.00' }, { amount: '-130.00', balance: '-30.00' }])
    expect((await ana.authorize('1.00')).code).toBe('51')
    await ana.refund('50.00')
    await isBooked(ana, '20.00')
  })

  test('a clearing leaves alone what is held for others, and no more can be spent than is left', async () => {
    const { ana, request } = await paid()
    const answer = await ana.clear('80.00')
    expect(answer.code).toBe('00')
    await isBooked(ana, '20.00', '40.00', '0.00')
    // The books have what is held: the rest of the clearing is a debt.
    expect((await world.verify()).differences).toEqual([])
    await ana.clear('40.00', { original: { key: request.key } })
    await isBooked(ana, '-20.00', '0.00', '0.00')
  })

  test('a refund joins the payment that it names, and another is a transaction of its own', async () => {
    const { ana, original, answer, see } = await paid()
    await ana.clear('40.00', { original })
    expect(idOf(await ana.refund('15.00', { original }))).toBe(idOf(answer))
    expect(await see()).toMatchObject({ status: 'settled', amount: '40.00', amounts: { refunded: '15.00' } })
    await isBooked(ana, '75.00')
    const unlinked = await ana.refund('5.00')
    expect(await ana.transaction(unlinked.transactionId)).toMatchObject({ type: 'refund', amount: '5.00' })
    await isBooked(ana, '80.00')
  })

  test('a refund that is announced first is not spendable before it comes', async () => {
    const ana = await openSpender(world, nordwind, { funds: '0.00' })
    const request = ana.authorization('25.00', { purpose: 'refund' })
    const announced = await ana.send(request)
    expect(announced.code).toBe('00')
    await isBooked(ana, '0.00')
    expect(await ana.transaction(announced.transactionId)).toMatchObject({ status: 'pending', type: 'refund' })
    expect(idOf(await ana.refund('25.00', { original: { key: request.key } }))).toBe(idOf(announced))
    await isBooked(ana, '25.00')
  })

  test('what is not cleared in time is released, and cleared later all the same', async () => {
    const bank = await openPartner(world, 'Patient Bank')
    const ana = await openSpender(world, bank, { funds: '100.00' })
    const day = ana.authorization('40.00')
    const { transactionId } = await ana.send(day)
    const { transactionId: hotelId } = await ana.authorize('30.00', { merchant: { ...bakery, category: '7011' } })
    const statuses = async () => {
      const body = { customerId: ana.customerId }
      const { accessToken } = (await bank.asServer('POST', '/auth/login/partner', { body })).body
      const get = async (path: string) => (await bank.withToken(String(accessToken))('GET', path)).body
      const [one, hotel] = [await get(`/transactions/${transactionId}`), await get(`/transactions/${hotelId}`)]
      return [one.status, hotel.status, (await get(`/accounts/${ana.accountId}`)).held]
    }
    await world.pass({ hours: 24 * 7 - 1 })
    expect(await statuses()).toEqual(['pending', 'pending', '70.00'])
    await world.pass({ hours: 1 })
    expect(await statuses()).toEqual(['expired', 'pending', '30.00'])
    await ana.clear('40.00', { original: { key: day.key } })
    expect(await statuses()).toEqual(['settled', 'pending', '30.00'])
    await world.pass({ hours: 24 * 23 })
    expect(await statuses()).toEqual(['settled', 'expired', '0.00'])
  })

  test('the partner is notified of each transaction and of each settlement', async () => {
    const bank = await openPartner(world, 'Quiet Bank')
    const ana = await openSpender(world, bank)
    const request = ana.authorization('40.00')
    const answer = await ana.send(request)
    const declined = await ana.authorize('1000.01')
    await ana.clear('40.00', { original: { key: request.key } })
    const { body } = await bank.asServer('GET', '/events?size=100')
    const events = body.data as { eventType: string; data: { transactionId?: string } }[]
    const typesOf = (id: string | undefined) =>
      events.filter((event) => event.data?.transactionId === id).map(({ eventType }) => eventType)
    expect(typesOf(answer.transactionId)).toEqual(['transactionCreated', 'transactionSettled'])
    expect(typesOf(declined.transactionId)).toEqual(['transactionCreated'])
  })

  test('the list has the newest first, in pages, of one kind and of some days', async () => {
    const ana = await openSpender(world, nordwind, { funds: '100.00' })
    await ana.authorize('1.00')
    world.clock.pass({ hours: 24 })
    const again = await nordwind.asServer('POST', '/auth/login/partner', { body: { customerId: ana.customerId } })
    const call = nordwind.withToken(String(again.body.accessToken))
    await ana.authorize('500.00')
    await ana.authorize('2.00')
    const list = async (query: string) => {
      const { data, ...rest } = (await call('GET', `/transactions?${query}`)).body as { data: { amount: string }[] }
      return { amounts: data.map(({ amount }) => amount), ...rest }
    }
    expect(await list('')).toEqual({ amounts: ['2.00', '500.00', '1.00', '100.00'], page: 1, size: 20, total: 4 })
    expect(await list('page=2&size=3')).toEqual({ amounts: ['100.00'], page: 2, size: 3, total: 4 })
    expect((await list('status=declined')).amounts).toEqual(['500.00'])
    expect((await list('type=refund')).amounts).toEqual(['100.00'])
    const day = world.clock.now().toString().slice(0, 10)
    expect((await list(`startDate=${day}`)).amounts).toEqual(['2.00', '500.00'])
    expect((await list(`endDate=${Temporal.PlainDate.from(day).subtract({ days: 1 })}`)).amounts).toEqual([
      '1.00',
      '100.00',
    ])
  })

  test('another customer finds no transaction of this one', async () => {
    const { answer } = await paid()
    const stranger = await openSpender(world, nordwind)
    const { status, body } = await stranger.call('GET', `/transactions/${answer.transactionId}`)
    expect({ status, reason: body.reason }).toEqual({ status: 404, reason: 'transaction_not_found' })
    expect((await stranger.call('GET', '/transactions/not-an-id')).status).toBe(404)
  })

  test('the seals and the books agree with everything that was done', async () => {
    await world.runUntilIdle()
    expect((await world.verify()).differences).toEqual([])
  })
})
