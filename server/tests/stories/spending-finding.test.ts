import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MessageKey } from '#connectors/network/message.ts'
import { openSpender, type Spender } from '../world/network.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { createWorld, type World } from '../world/world.ts'

describe('a message finds the transaction that it can be about', () => {
  let world: World
  let nordwind: PartnerFixture
  beforeAll(async () => {
    world = await createWorld()
    nordwind = await openPartner(world)
  })
  afterAll(() => world[Symbol.asyncDispose]())

  const has = async (ana: Spender, balance: string, held = '0.00', available = balance) =>
    expect(await ana.funds()).toEqual({ balance, held, available })
  let references = 0
  const nextReference = () => {
    references++
    return { acquirerId: '400001', rrn: `R${references}`, networkTransactionId: `NTI${references}` }
  }
  const ofNetwork = (network: string, key: MessageKey): MessageKey => ({ ...key, sender: `${network}/400001` })

  test('the reversal of an increment that never came leaves the approval as it is, and declines the increment', async () => {
    const ana = await openSpender(world, nordwind)
    const reference = nextReference()
    const { networkTransactionId } = reference
    await ana.authorize('300.00', { reference, preauthorization: true })
    const increment = ana.authorization('50.00', { reference, incrementOf: { networkTransactionId } })
    const { rrn } = reference
    const original = { key: increment.key, networkTransactionId, rrn }
    expect(await ana.reverse('50.00', original, { reference, reason: '68' })).toEqual({ code: '00' })
    await has(ana, '1000.00', '300.00', '700.00')
    expect((await ana.send(increment)).code).toBe('05')
    await has(ana, '1000.00', '300.00', '700.00')
  })

  test('the reversal of an increment that was declined leaves the approval as it is', async () => {
    const ana = await openSpender(world, nordwind, { funds: '100.00' })
    const request = ana.authorization('40.00')
    await ana.send(request)
    const increment = ana.authorization('70.00', { incrementOf: { key: request.key } })
    expect((await ana.send(increment)).code).toBe('51')
    expect((await ana.reverse('70.00', { key: increment.key })).code).toBe('00')
    await has(ana, '100.00', '40.00', '60.00')
  })

  test('a clearing that names an unknown message is not taken for one that has the same names', async () => {
    const ana = await openSpender(world, nordwind)
    const reference = nextReference()
    const { transactionId } = await ana.authorize('300.00', { reference })
    const cleared = await ana.clear('50.00', { reference, original: { key: ana.nextKey() } })
    expect(cleared.transactionId).not.toBe(transactionId)
    await has(ana, '950.00', '300.00', '650.00')
  })

  test('a payment that is tried again under its reference is reversed and cleared, and not the decline', async () => {
    const ana = await openSpender(world, nordwind, { funds: '100.00' })
    const reference = { acquirerId: '400001', rrn: nextReference().rrn }
    const approved = await ana.authorize('60.00', { reference })
    expect((await ana.authorize('60.00', { reference })).code).toBe('51')
    const cleared = await ana.clear('25.00', { reference, sequence: { number: 1, of: 2 } })
    expect(cleared.transactionId).toBe(approved.transactionId)
    await has(ana, '75.00', '35.00', '40.00')
    const reversed = await ana.reverse('35.00', { rrn: reference.rrn }, { reference })
    expect(reversed.transactionId).toBe(approved.transactionId)
    await has(ana, '75.00')
  })

  test('a reversal by the acquirer’s reference waits for a day, for its own acquirer', async () => {
    const ana = await openSpender(world, nordwind, { funds: '100.00' })
    const { rrn } = nextReference()
    const reference = { acquirerId: '400001', rrn }
    const codes: string[] = []
    const elsewhere = { sender: 'test/999999' }
    await ana.reverse('1.00', { rrn }, { reference: { acquirerId: '999999' }, key: { ...ana.nextKey(), ...elsewhere } })
    codes.push((await ana.authorize('1.00', { reference })).code)
    await ana.reverse('1.00', { rrn: `${rrn}b` }, { reference })
    const late = { reference: { ...reference, rrn: `${rrn}b` } }
    codes.push((await ana.authorize('1.00', late)).code)
    world.clock.pass({ hours: 24 })
    codes.push((await ana.authorize('1.00', late)).code)
    expect(codes).toEqual(['00', '05', '00'])
  })

  test('a network finds its own transactions only, whatever names it uses', async () => {
    const ana = await openSpender(world, nordwind, { funds: '100.00' })
    const reference = nextReference()
    const { transactionId, authorizationCode } = await ana.authorize('40.00', { reference })
    const { rrn, networkTransactionId } = reference
    for (const original of [{ rrn }, { networkTransactionId }, { authorizationCode }])
      await ana.reverse('40.00', original, {
        reference: { acquirerId: '400001' },
        key: ofNetwork('another', ana.nextKey()),
      })
    await has(ana, '100.00', '40.00', '60.00')
    const forced = await ana.clear('10.00', { reference, key: ofNetwork('another', ana.nextKey()) })
    expect(forced.transactionId).not.toBe(transactionId)
    const refunded = await ana.refund('3.00', { reference, key: ofNetwork('another', ana.nextKey()) })
    expect(refunded.transactionId).not.toBe(transactionId)
    await has(ana, '93.00', '40.00', '53.00')
    expect((await ana.clear('40.00', { reference })).transactionId).toBe(transactionId)
    await has(ana, '53.00')
  })

  test('the seals and the books agree with everything that was done', async () => {
    await world.runUntilIdle()
    expect((await world.verify()).differences).toEqual([])
  })
})
