import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bakery, openSpender, type Spender } from '../world/network.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { createWorld, type World } from '../world/world.ts'

describe('messages that name one that has not come', () => {
  let world: World
  let nordwind: PartnerFixture
  beforeAll(async () => {
    world = await createWorld()
    nordwind = await openPartner(world)
  })
  afterAll(() => world[Symbol.asyncDispose]())

  const has = async (ana: Spender, balance: string, held = '0.00', available = balance) =>
    expect(await ana.funds()).toEqual({ balance, held, available })
  /** Of the books, when the customer has no session any more. */
  const heldOf = async ({ accountId }: Spender) =>
    (await world.query(`select held_minor as held from spending.account_totals where account_id = '${accountId}'`))[0]
      ?.held
  const openGuest = (funds = '100.00') => openSpender(world, nordwind, { funds })
  const reissue = (ana: Spender) => ana.call('POST', `/cards/${ana.issued.id}/reissue/lost`)
  const ref = (networkTransactionId: string, rrn?: string) => ({ acquirerId: '400001', networkTransactionId, rrn })

  /** A request for 40.00 that was not sent yet, and how others name it. */
  async function expected(funds?: string) {
    const ana = await openGuest(funds)
    const request = ana.authorization('40.00')
    return { ana, request, original: { key: request.key } }
  }

  test('both parts of a clearing come first: nothing is held, and both are of one transaction', async () => {
    const { ana, request, original } = await expected()
    const first = await ana.clear('15.00', { original, sequence: { number: 1, of: 2 } })
    const second = await ana.clear('25.00', { original, sequence: { number: 2, of: 2 } })
    expect(second.transactionId).toBe(first.transactionId)
    expect(await ana.send(request)).toMatchObject({ code: '00', transactionId: first.transactionId })
    await has(ana, '60.00')
  })

  test('an advice and its clearing come first: the clearing is of the amount that the advice holds', async () => {
    const { ana, request, original } = await expected()
    await ana.advise('42.00', { replaces: original })
    await ana.clear('42.00', { original })
    await has(ana, '58.00')
    expect((await ana.send(request)).code).toBe('00')
    await has(ana, '58.00')
  })

  test('an advice after a part of the clearing holds what the others will take', async () => {
    const { ana, request, original } = await expected()
    await ana.clear('15.00', { original, sequence: { number: 1, of: 2 } })
    await ana.advise('42.00', { replaces: original })
    await has(ana, '85.00', '27.00', '58.00')
    expect((await ana.send(request)).code).toBe('00')
    await has(ana, '85.00', '27.00', '58.00')
    await ana.clear('27.00', { original, sequence: { number: 2, of: 2 } })
    await has(ana, '58.00')
  })

  test('an advice and the reversal of its original come first: nothing is held, and the original is declined', async () => {
    const { ana, request, original } = await expected()
    await ana.advise('42.00', { replaces: original })
    await ana.reverse('42.00', original)
    await has(ana, '100.00')
    expect((await ana.send(request)).code).toBe('05')
    await has(ana, '100.00')
  })

  test('a reversal comes before an advice of the same original, which holds nothing', async () => {
    const { ana, request, original } = await expected()
    await ana.reverse('40.00', original)
    expect((await ana.advise('42.00', { replaces: original })).code).toBe('00')
    await has(ana, '100.00')
    expect((await ana.send(request)).code).toBe('05')
    await has(ana, '100.00')
  })

  test('a part of a clearing and the reversal come first: the rest is not held', async () => {
    const { ana, request, original } = await expected()
    await ana.clear('15.00', { original, sequence: { number: 1, of: 2 } })
    await ana.reverse('40.00', original)
    expect((await ana.send(request)).code).toBe('05')
    await has(ana, '85.00')
  })

  test('an advice that took its place was reversed: the request is declined', async () => {
    const { ana, request, original } = await expected()
    const key = ana.nextKey()
    await ana.advise('40.00', { key, replaces: original })
    await ana.reverse('40.00', { key })
    expect((await ana.send(request)).code).toBe('05')
    const single = ana.authorization('40.00', { posts: true })
    const advised = ana.nextKey()
    await ana.advise('40.00', { key: advised, replaces: { key: single.key } })
    await ana.reverse('40.00', { key: advised })
    expect((await ana.send(single)).code).toBe('05')
    await has(ana, '100.00')
  })

  test('a request that was declined after its advice is reversed with what the advice holds', async () => {
    const { ana, request, original } = await expected()
    await ana.advise('42.00', { replaces: original })
    await ana.post(ana.issued, '/freeze')
    expect((await ana.send(request)).code).toBe('57')
    await has(ana, '100.00', '42.00', '58.00')
    await ana.reverse('40.00', original)
    await has(ana, '100.00')
  })

  test('a reversal comes before the advice that it names, which is recorded and holds nothing', async () => {
    const ana = await openGuest()
    const key = ana.nextKey()
    await ana.reverse('40.00', { key })
    const { code, transactionId } = await ana.advise('40.00', { key })
    expect(code).toBe('00')
    expect(await ana.transaction(transactionId)).toMatchObject({ status: 'declined' })
    await has(ana, '100.00')
  })

  test('a clearing comes before the advice that it names, which holds nothing', async () => {
    const ana = await openGuest()
    const key = ana.nextKey()
    const { transactionId } = await ana.clear('40.00', { original: { key } })
    expect((await ana.advise('40.00', { key })).transactionId).toBe(transactionId)
    await has(ana, '60.00')
  })

  test.each([
    ['clearing', '88.00', '0.00', '88.00'],
    ['advice', '100.00', '12.00', '88.00'],
  ])('of a recurring payment with the number of a reissued card the %s comes first', async (what, ...funds) => {
    const ana = await openGuest()
    await reissue(ana)
    const request = ana.authorization('12.00', { recurring: true, card: { cvv2: undefined } })
    const original = { key: request.key }
    await (what === 'clearing' ? ana.clear('12.00', { original }) : ana.advise('12.00', { replaces: original }))
    expect((await ana.send(request)).code).toBe('00')
    const [balance, held, available] = funds as [string, string, string]
    await has(ana, balance, held, available)
  })

  test('a reversal comes first, the card is reissued, and the recurring payment is declined', async () => {
    const ana = await openGuest()
    const request = ana.authorization('12.00', { recurring: true, card: { cvv2: undefined } })
    await ana.reverse('12.00', { key: request.key })
    await reissue(ana)
    expect((await ana.send(request)).code).toBe('05')
    await has(ana, '100.00')
  })

  test('a reversal that comes first may have the network’s own id alone', async () => {
    const ana = await openGuest()
    const reference = ref('EARLY1', 'RE1')
    await ana.reverse('40.00', { networkTransactionId: 'EARLY1' }, { reference })
    expect((await ana.authorize('40.00', { reference: ref('EARLY2', 'RE1') })).code).toBe('00')
    expect((await ana.authorize('40.00', { reference })).code).toBe('05')
    await has(ana, '100.00', '40.00', '60.00')
  })

  test('a reversal by reference that comes first declines one message, and not the next try', async () => {
    const ana = await openGuest()
    const reference = { acquirerId: '400001', rrn: 'RE2' }
    await ana.reverse('40.00', { rrn: 'RE2' }, { reference })
    const [first, second] = await Promise.all([
      ana.authorize('40.00', { reference }),
      ana.authorize('40.00', { reference }),
    ])
    expect([first.code, second.code].toSorted()).toEqual(['00', '05'])
    expect((await ana.authorize('40.00', { reference })).code).toBe('00')
  })

  test('a reversal by reference waits for its own acquirer, whatever others send', async () => {
    const ana = await openGuest()
    await ana.reverse('40.00', { rrn: 'RE3' }, { reference: { acquirerId: '400001', rrn: 'RE3' } })
    const key = { ...ana.nextKey(), sender: 'test/500002' }
    expect((await ana.authorize('40.00', { key, reference: { acquirerId: '500002', rrn: 'RE3' } })).code).toBe('00')
    expect((await ana.authorize('40.00', { reference: { acquirerId: '400001', rrn: 'RE3' } })).code).toBe('05')
    await has(ana, '100.00', '40.00', '60.00')
  })

  test('a reversal without a key waits for a day, and for a request or an advice', async () => {
    const ana = await openGuest()
    await ana.reverse('40.00', { networkTransactionId: 'OLD1' }, { reference: ref('OLD1') })
    await ana.reverse('40.00', { rrn: 'OLD2' }, { reference: { acquirerId: '400001', rrn: 'OLD2' } })
    await world.pass({ hours: 24 })
    expect((await ana.authorize('40.00', { reference: ref('OLD1') })).code).toBe('00')
    expect((await ana.authorize('40.00', { reference: { acquirerId: '400001', rrn: 'OLD2' } })).code).toBe('00')
    await ana.reverse('10.00', { rrn: 'NEW1' }, { reference: { acquirerId: '400001', rrn: 'NEW1' } })
    await ana.advise('10.00', { reference: { acquirerId: '400001', rrn: 'NEW1' } })
    expect(await heldOf(ana)).toBe(8000n)
  })

  test.each([
    ['the reference', { acquirerId: '400001', rrn: 'CL1' }],
    ['the network’s id', ref('CLEARED1')],
  ])('a clearing without a key that comes first has %s, and its request holds nothing', async (_what, reference) => {
    const ana = await openGuest()
    const { transactionId } = await ana.clear('42.00', { reference })
    expect(await ana.authorize('40.00', { reference })).toMatchObject({ code: '00', transactionId })
    await has(ana, '58.00')
    expect((await ana.authorize('40.00', { reference })).transactionId).not.toBe(transactionId)
    await has(ana, '58.00', '40.00', '18.00')
  })

  test('a reference is that of one merchant at one acquirer on one day', async () => {
    const ana = await openGuest()
    const reference = { acquirerId: '400001', rrn: 'CL2' }
    const key = { ...ana.nextKey(), sender: 'test/500002' }
    const [grocer, terminal] = [
      { ...bakery, id: 'MERCHANT0000002' },
      { ...bakery, terminalId: 'TERM0002' },
    ]
    await ana.clear('10.00', { reference })
    await ana.authorize('10.00', { reference, merchant: grocer })
    await ana.authorize('10.00', { reference, merchant: terminal })
    await ana.authorize('10.00', { key, reference: { acquirerId: '500002', rrn: 'CL2' } })
    await has(ana, '90.00', '30.00', '60.00')
    await ana.clear('10.00', { reference: { acquirerId: '400001', rrn: 'CL3' } })
    await world.pass({ hours: 24 })
    await ana.authorize('10.00', { reference: { acquirerId: '400001', rrn: 'CL3' } })
    expect(await heldOf(ana)).toBe(4000n)
  })

  test('an advice that names its original by reference comes first: the request holds nothing more', async () => {
    const ana = await openGuest()
    const reference = { acquirerId: '400001', rrn: 'AD1' }
    await ana.advise('42.00', { reference, replaces: { rrn: 'AD1' } })
    expect((await ana.authorize('40.00', { reference })).code).toBe('00')
    await has(ana, '100.00', '42.00', '58.00')
  })

  test('an advice that has expired is no payment any more, and the request is held', async () => {
    const ana = await openGuest()
    const request = ana.authorization('40.00')
    await ana.advise('40.00', { replaces: { key: request.key } })
    await world.pass({ hours: 24 * 7 + 1 })
    expect((await ana.send(request)).code).toBe('00')
    expect(await heldOf(ana)).toBe(4000n)
  })

  test('the seals and the books agree with everything that was done', async () => {
    await world.runUntilIdle()
    expect((await world.verify()).differences).toEqual([])
  })
})
