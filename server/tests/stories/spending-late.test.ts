import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuthorizationRequest } from '#connectors/network/message.ts'
import { openDecidingPartner } from '../world/deciding.ts'
import { openSpender, type Spender } from '../world/network.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { createWorld, type World } from '../world/world.ts'

describe('a message whose network was answered that it is declined', () => {
  let world: World
  let nordwind: PartnerFixture
  beforeAll(async () => {
    world = await createWorld()
    nordwind = await openPartner(world)
  })
  afterAll(() => world[Symbol.asyncDispose]())

  const openGuest = () => openSpender(world, nordwind, { funds: '100.00' })
  const has = async (ana: Spender, balance: string, held = '0.00') =>
    expect(await ana.funds()).toMatchObject({ balance, held })
  const outcomes = async ({ key }: AuthorizationRequest) =>
    (await world.query(`select outcome from spending.late_declines where stan = '${key.stan}'`)).map(
      ({ outcome }) => outcome,
    )
  const agrees = async () => {
    await world.runUntilIdle()
    expect((await world.verify()).differences).toEqual([])
  }

  test.for([false, true])('holds nothing when it had been approved (single message: %s)', async (posts) => {
    const ana = await openGuest()
    const request = ana.authorization('42.99', { posts })
    expect((await ana.send(request)).code).toBe('00')
    await world.app.network.declined(request, '91')
    await world.app.network.declined(request, '91')
    expect(await ana.send(request)).toMatchObject({ code: '91' })
    await agrees()
    await has(ana, '100.00')
    expect(await outcomes(request)).toEqual(['reversed'])
    expect(await ana.send(request)).toMatchObject({ code: '91' })
    await has(ana, '100.00')
  })

  test('is not approved any more, before and after a worker has looked', async () => {
    const ana = await openGuest()
    const request = ana.authorization('42.99')
    await world.app.network.declined(request, '96')
    expect(await ana.send(request)).toMatchObject({ code: '96' })
    await agrees()
    expect(await outcomes(request)).toEqual(['nothing'])
    expect(await ana.send(request)).toMatchObject({ code: '96' })
    await has(ana, '100.00')
  })

  test('leaves a decline of the books as it is, and an increment takes off itself alone', async () => {
    const ana = await openGuest()
    const dear = ana.authorization('999.00')
    expect((await ana.send(dear)).code).toBe('51')
    const hotel = ana.authorization('30.00')
    await ana.send(hotel)
    const more = ana.authorization('8.00', { incrementOf: { key: hotel.key } })
    expect((await ana.send(more)).code).toBe('00')
    await world.app.network.declined(dear, '91')
    await world.app.network.declined(more, '91')
    await agrees()
    expect([await outcomes(dear), await outcomes(more)]).toEqual([['declined'], ['reversed']])
    await has(ana, '100.00', '30.00')
  })

  test('is reversed itself, and not the stand-in that the network has sent under its numbers since', async () => {
    const ana = await openGuest()
    const request = ana.authorization('42.99')
    await ana.send(request)
    await world.app.network.declined(request, '91')
    const standIn = await ana.advise('30.00', { key: request.key })
    await agrees()
    expect(await outcomes(request)).toEqual(['reversed'])
    expect(await ana.transaction(standIn.transactionId)).toMatchObject({ status: 'pending' })
    await has(ana, '100.00', '30.00')
  })

  test('is decided no more once its time is over: nothing is recorded, and a repeat is judged', async () => {
    const ana = await openGuest()
    const request = ana.authorization('42.99')
    const inTime = { isOver: () => false }
    expect(await world.app.network.send(request, { isOver: () => true })).toEqual({ code: '91' })
    await has(ana, '100.00')
    expect((await world.app.network.send(request, inTime)).code).toBe('00')
    await has(ana, '100.00', '42.99')
  })

  test('holds nothing when its partner answers after the time was over', async () => {
    await using fjord = await openDecidingPartner(world)
    const bob = await openSpender(world, fjord.partner, { funds: '100.00' })
    const request = bob.authorization('42.99')
    // When its hold is written the time is not over yet.
    let looks = 0
    const answer = await world.app.network.send(request, { isOver: () => looks++ > 0 })
    expect([answer.code, (await fjord.latest()).transactionId]).toEqual(['91', answer.transactionId])
    expect(await bob.funds()).toMatchObject({ balance: '100.00', held: '0.00' })
    await agrees()
  })
})
