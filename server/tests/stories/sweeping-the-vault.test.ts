import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { Secret } from '#kernel/base/secret.ts'
import { holdLocks } from '../world/locks.ts'
import { openPartner } from '../world/partner.ts'
import { openProduct } from '../world/programme.ts'
import { createWorld, type World } from '../world/world.ts'

test('a card number that nothing points at is destroyed after a day, and a stored card is kept', async () => {
  await using world = await createWorld()
  const bakery = await world.merchant()
  const ana = await bakery.sends({ saveCard: true })
  await ana.pays({ save: true })
  await world.app.vault.tokenize({ merchantId: bakery.site.merchantId, pan: new Secret('5555555555554444') })
  const kept = async () => (await world.app.vault.status()).keys.reduce((sum, { cards }) => sum + cards, 0)

  await world.pass({ hours: 23 })
  expect(await kept()).toBe(2)
  await world.pass({ hours: 25 })

  expect(await kept()).toBe(1)
  const again = await bakery.sends({ saveCard: true })
  expect((await again.sees()).text).toContain('1111')
})

test('verify names a card number that the sweep has left, and none that waits for workers to run again', async () => {
  await using world = await createWorld()
  const bakery = await world.merchant()
  await world.app.vault.tokenize({ merchantId: bakery.site.merchantId, pan: new Secret('5555555555554444') })
  const found = async () => (await world.verify()).differences.map(({ wrong }) => wrong)
  world.clock.pass({ days: 8 })
  await bakery.sends()
  expect(await found()).toEqual([])

  await world.query(
    `update florin.scheduled_tasks set due_at = due_at + interval '8 days' where name = 'sweep orphans out of the vault' returning id`,
  )

  expect(await found()).toEqual(['no stored card and no payment refers to it, and the daily sweep has left it'])
})

describe('the keys of a card product', () => {
  const daysPass = async (world: World) => {
    await world.pass({ hours: 25 })
    await world.pass({ hours: 25 })
  }

  test('are destroyed after a day when it was never recorded, and kept when it was', async () => {
    await using world = await createWorld()
    const { id } = await openProduct(world, await openPartner(world))
    const lost = randomUUID()
    await world.app.issuerVault.openProduct({ productId: lost, prefix: '54000001' })
    await world.pass({ hours: 23 })
    expect(await world.app.issuerVault.keysOf(lost)).toHaveLength(4)

    await daysPass(world)

    expect(await world.app.issuerVault.keysOf(lost)).toEqual([])
    expect(await world.app.issuerVault.rangeOf(lost)).toEqual({ issued: 0, capacity: 0 })
    expect(await world.app.issuerVault.keysOf(id)).toHaveLength(4)
    expect(await world.app.issuerVault.publicKeys()).toHaveLength(1)
  })

  test('are of one product when two take the same numbers at the same moment', async () => {
    await using world = await createWorld()
    const nordwind = await openPartner(world)
    const locks = holdLocks(world.databaseUrl, world.app.db)
    const held = await locks.holdRow('partners.partners', String(nordwind.partner.id))
    const first = openProduct(world, nordwind, { prefix: '54000001' })
    await locks.untilWaiting(1)
    const second = openProduct(world, nordwind, { prefix: '5400000112' })
    await locks.untilWaiting(2)
    const ended = Promise.allSettled([first, second])
    await held.release()
    const { id } = await first
    const refused = { status: 'rejected', reason: { code: 'prefix_taken', details: { productId: id } } }
    expect((await ended)[1]).toMatchObject(refused)

    await daysPass(world)

    expect(await world.app.issuerVault.publicKeys()).toHaveLength(1)
  })
})
