import { expect, test } from 'vitest'
import { chainNamed, changeChain, givenAddresses } from '#issuing/deposits'
import { openCryptoTopups } from '../world/crypto-topups.ts'

const anotherKey =
  'xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj'

test('the addresses of a key that was replaced stay in the list, behind those of the new one', async () => {
  const at = await openCryptoTopups()
  const { app } = at.world
  const holder = await at.holder()
  const first = (await holder.orders()).topup.crypto.address
  const by = { actor: 'operator', fromWhere: 'test' }
  await changeChain(app, { by, name: 'sandbox', changes: { xpub: anotherKey } })
  const second = (await holder.orders()).topup.crypto.address
  const chain = await chainNamed(app, 'sandbox')
  const given = await givenAddresses(app.db, chain, 100)
  expect(given.map(({ path, address }) => [path, address])).toEqual([
    ['m/0/0', second],
    ['m/0/0', first],
  ])
  expect(given.map(({ xpub }) => xpub === anotherKey)).toEqual([true, false])
})
