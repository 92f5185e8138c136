import type { MerchantId } from '#core/directory'
import type { BenchContext } from './context.ts'
import type { ListedPlatform } from './list-rows.ts'
import { by, withBenchApp } from './open-app.ts'

/** Two more sites of the merchant, and another merchant with one. */
export const openMoreSites = (ctx: BenchContext): Promise<ListedPlatform> =>
  withBenchApp(ctx, async ({ directory }) => {
    const { siteId } = ctx
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
    return { merchantId, siteIds: [siteId, second, third], otherMerchantId: other.id, otherSiteId }
  })
