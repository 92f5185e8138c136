import { expect, test } from 'vitest'
import { closeMerchant } from '#acquiring/merchants'
import { whatIsLeft } from '../../src/acquiring/merchants/what-is-left.ts'
import { openBiller } from '../world/biller.ts'
import { euros } from '../world/payments-fixture.ts'

const by = { actor: 'operator', fromWhere: 'test', reason: 'the merchant has given notice' }

test('a merchant that closes is shown with the running orders of others that share with it', async () => {
  const shop = await openBiller()
  const { world } = shop
  const accepting = { acceptsSplitsFrom: [shop.site.id] }
  const [{ site: hotel }, { site: guide }] = [await world.merchant(accepting), await world.merchant(accepting)]
  const share = ({ id }: typeof hotel, amount: string) => ({
    ...{ toSite: id, amount: euros(amount), description: undefined, splits: [] },
  })
  const splits = [{ ...share(guide, '12.00'), splits: [share(hotel, '10.00')] }]
  await shop.subscribes({ option: { splits, subMerchantId: undefined } })
  await closeMerchant(world.app, { by, merchantId: hotel.merchantId })
  expect(await whatIsLeft(world.app, hotel.merchantId)).toMatchObject({ orders: 0, sharingOrders: 1 })
})
