import { expect, onTestFinished, test } from 'vitest'
import { openDecidingPartner } from '../world/deciding.ts'
import { openSpender } from '../world/network.ts'
import { onUs, typed } from '../world/on-us.ts'
import { createWorld } from '../world/world.ts'

test('a merchant of ours waits for the partner as well, and learns of a decline that the bank has declined', async () => {
  const world = await createWorld(onUs)
  onTestFinished(() => world[Symbol.asyncDispose]())
  await using nordwind = await openDecidingPartner(world)
  const ana = await openSpender(world, nordwind.partner)
  const { acquirer } = world.app.connectors.find('on-us')!
  const pay = () =>
    acquirer.authorize({
      key: crypto.randomUUID(),
      kind: 'sale',
      amount: { minor: 20_00n, currency: 'EUR' },
      card: typed(ana),
      initiator: { type: 'cit', storesCard: false },
      descriptor: 'BAKERY',
      shopper: { ip: undefined, email: undefined, country: undefined },
      threeDSecure: undefined,
    })
  expect(await pay()).toMatchObject({ outcome: 'approved' })
  expect(await nordwind.latest()).toMatchObject({ amount: '20.00', merchant: { name: 'BAKERY' } })
  nordwind.says({ decision: 'decline', reason: 'she has lost her job' })
  const declined = await pay()
  expect(declined).toEqual({
    outcome: 'declined',
    reason: 'declined_by_bank',
    reference: expect.any(String),
    checks: { address: 'unavailable', postalCode: 'unavailable', securityCode: 'match' },
  })
  expect(await ana.funds()).toMatchObject({ held: '20.00', available: '980.00' })
  await world.runUntilIdle()
  expect((await world.verify()).differences).toEqual([])
})
