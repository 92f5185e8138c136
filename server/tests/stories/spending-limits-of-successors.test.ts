import { afterAll, beforeAll, expect, test } from 'vitest'
import { Secret } from '#kernel/base/secret.ts'
import { openSender, openSpender } from '../world/network.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { createWorld, type World } from '../world/world.ts'

let world: World
let nordwind: PartnerFixture
beforeAll(async () => {
  world = await createWorld({ environment: { FLORIN_SPENDING_VELOCITY: 'off' } })
  nordwind = await openPartner(world)
})
afterAll(async () => {
  const { differences } = await world.verify()
  await world[Symbol.asyncDispose]()
  expect(differences).toEqual([])
})

test.for(['total', 'month'] as const)('a limit (%s) counts what was spent with the cards before', async (period) => {
  const ana = await openSpender(world, nordwind, { funds: '1000.00' })
  await ana.call('PUT', `/cards/${ana.issued.id}/controls`, { body: { limits: [{ period, amount: '100.00' }] } })
  expect((await ana.authorize('60.00')).code).toBe('00')
  const successorOf = async (card: object) => {
    const { body } = await ana.post(card as never, '/reissue/damaged')
    const { body: secrets } = await ana.get(body as never, '/secrets')
    return { card: body, sender: openSender(world, { number: new Secret(String(secrets.pan)) }) }
  }
  const second = await successorOf(ana.issued)
  expect((await second.sender.authorize('40.01')).code).toBe('61')
  expect((await second.sender.authorize('30.00')).code).toBe('00')
  const third = await successorOf(second.card)
  expect((await third.sender.authorize('10.01')).code).toBe('61')
  expect((await third.sender.authorize('10.00')).code).toBe('00')
})
