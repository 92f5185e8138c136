import { type MerchantId, openDirectory } from '#core/directory'
import { systemClock } from '#kernel/base/clock.ts'
import { readKeyRing } from '#kernel/crypto/keys.ts'
import { openDb } from '#kernel/db/db.ts'
import type { BenchContext } from './context.ts'
import type { ListedPlatform } from './list-rows.ts'

/** Two more sites of the merchant, and another merchant with one. */
export async function openMoreSites({ databaseUrl, keys, siteId }: BenchContext): Promise<ListedPlatform> {
  const db = openDb(databaseUrl, { role: 'florin_app', connectionsMax: 2 })
  const directory = await openDirectory({ db, clock: systemClock, keys: readKeyRing(keys), react: async () => [] })
  const by = { actor: 'bench', fromWhere: 'command line' }
  const merchantId = (await directory.site(siteId as never))!.merchantId
  const open = async (owner: MerchantId, name: string) => {
    const { site } = await directory.createSite({
      by,
      merchantId: owner,
      name,
      live: false,
      currencies: ['EUR', 'RON'],
      timeZone: 'Europe/Bucharest',
      notificationUrl: 'http://127.0.0.1:9/notifications',
      backUrl: 'https://shop.example/return',
    })
    return Number(site.id)
  }
  const [second, third] = [await open(merchantId, 'Second shop'), await open(merchantId, 'Third shop')]
  const other = await directory.createMerchant({ by, name: 'Quiet Florist' })
  const otherSiteId = await open(other.id, 'Flowers')
  await directory.close()
  await db.close()
  return { merchantId, siteIds: [siteId, second, third], otherMerchantId: other.id, otherSiteId }
}
