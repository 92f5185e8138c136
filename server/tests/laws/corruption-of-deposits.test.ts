import { expect, test } from 'vitest'
import { sealAll } from '../../src/audit/seal.ts'
import { depositCorruptions } from '../world/corruptions-of-deposits.ts'
import { addressFor, openWatchedChain, someone, usdc } from '../world/deposits.ts'
import { openPartner } from '../world/partner.ts'
import { openRolledBack } from '../world/rolled-back.ts'
import { unseenCorruptions, verifiedAs } from '../world/unseen-corruptions.ts'
import { createWorld } from '../world/world.ts'

test('whatever is done by hand to chains, addresses and deposits, verify names the row', async () => {
  await using world = await createWorld()
  const { app } = world
  await openWatchedChain(world)
  await world.runUntilIdle()
  const { customerId: holderId } = await (await openPartner(world)).customer()
  const [one, other] = [
    await addressFor(world, { holderId, orderId: 'order 1' }),
    await addressFor(world, { holderId, orderId: 'order 2', code: 'ETH' }),
  ]
  const chain = app.sandboxChain!
  await chain.send({ contract: usdc, from: someone, to: one, quantity: 25_000_000n })
  await chain.mine(4)
  await world.pass({ seconds: 5 })
  await chain.send({ contract: undefined, from: someone, to: other, quantity: 10n ** 18n })
  await chain.mine(2)
  await world.pass({ seconds: 5 })
  await sealAll(app)
  const database = await openRolledBack(world.databaseUrl)
  const verified = verifiedAs(app)
  const whole = await database.after('select 1', verified)
  expect(whole.differences).toEqual([])
  expect(whole.checked).toContainEqual({ what: 'deposit addresses', count: 2 })
  expect(await unseenCorruptions(database, depositCorruptions, verified)).toEqual([])
  expect(depositCorruptions.length).toBeGreaterThanOrEqual(25)
})
