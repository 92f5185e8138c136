import { expect, test } from 'vitest'
import { Secret } from '#kernel/base/secret.ts'
import { createWorld } from '../world/world.ts'

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
