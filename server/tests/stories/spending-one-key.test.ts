import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSpender, type Spender } from '../world/network.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { createWorld, type World } from '../world/world.ts'

describe('a request and the advice of a network that has stood in have one key', () => {
  let world: World
  let nordwind: PartnerFixture
  beforeAll(async () => {
    world = await createWorld()
    nordwind = await openPartner(world)
  })
  afterAll(() => world[Symbol.asyncDispose]())

  const has = async (ana: Spender, balance: string, held = '0.00', available = balance) =>
    expect(await ana.funds()).toEqual({ balance, held, available })

  /** A request that was declined or reversed, and an advice of 40.00 with its key, which is held. */
  async function stoodIn(end: 'declined' | 'reversed') {
    const ana = await openSpender(world, nordwind, { funds: end === 'declined' ? '30.00' : '100.00' })
    const request = ana.authorization('40.00')
    const original = { key: request.key }
    const code = (await ana.send(request)).code
    expect(code).toBe(end === 'declined' ? '51' : '00')
    await (end === 'declined' ? ana.refund('70.00') : ana.reverse('40.00', original))
    await ana.advise('40.00', { key: request.key })
    await has(ana, '100.00', '40.00', '60.00')
    return { ana, original }
  }

  test.each(['declined', 'reversed'] as const)(
    'the reversal is of the advice, when the request was %s',
    async (end) => {
      const { ana, original } = await stoodIn(end)
      await ana.reverse('40.00', original, { reason: '68' })
      await has(ana, '100.00')
    },
  )

  test.each(['declined', 'reversed'] as const)(
    'the clearing is of the advice, when the request was %s',
    async (end) => {
      const { ana, original } = await stoodIn(end)
      await ana.clear('40.00', { original })
      await has(ana, '60.00')
    },
  )

  test('where both hold an amount, the one is reversed whose type the reversal names', async () => {
    const ana = await openSpender(world, nordwind, { funds: '100.00' })
    const request = ana.authorization('40.00')
    await ana.send(request)
    await ana.advise('41.00', { key: request.key })
    await ana.reverse('40.00', { key: request.key, class: 'authorization' })
    await has(ana, '100.00', '41.00', '59.00')
    await ana.reverse('41.00', { key: request.key, class: 'advice' })
    await has(ana, '100.00')
  })

  test('a reversal of an advice that comes first does not decline the request with its key', async () => {
    const ana = await openSpender(world, nordwind, { funds: '100.00' })
    const request = ana.authorization('40.00')
    await ana.reverse('41.00', { key: request.key, class: 'advice' })
    expect((await ana.send(request)).code).toBe('00')
    await ana.advise('41.00', { key: request.key })
    await has(ana, '100.00', '40.00', '60.00')
  })

  test('the reversal of a request that came first and declined it is not about the advice with its key', async () => {
    const ana = await openSpender(world, nordwind, { funds: '100.00' })
    const request = ana.authorization('40.00')
    await ana.reverse('40.00', { key: request.key })
    expect((await ana.send(request)).code).toBe('05')
    await ana.advise('40.00', { key: request.key })
    await has(ana, '100.00', '40.00', '60.00')
  })

  test('the seals and the books agree with everything that was done', async () => {
    await world.runUntilIdle()
    expect((await world.verify()).differences).toEqual([])
  })
})
