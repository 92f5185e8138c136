import type { Author, Directory, Site, SiteId } from '#core/directory'
import { Refusal } from '#kernel/base/refusal.ts'
import { Secret } from '#kernel/base/secret.ts'
import type { Log } from '#kernel/telemetry/log.ts'

export type SeededShop = { site: Site; privateKey: Secret<string> }

/** The demo store, or none and an error in the log when its key cannot be read: all other sites work without it. */
export async function openDemo({ directory, log }: { directory: Directory; log: Log }, publicUrl: string) {
  try {
    return await seedBakery(directory, publicUrl)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'site_key_unreadable') throw error
    log.error({ reason: error.message }, 'there is no demo store')
    return undefined
  }
}

const by: Author = { actor: 'seed', fromWhere: 'command line' }
const bakery = 'Crumb & Co.'

/**
 * The bakery that every staging installation begins with: a merchant and a site that takes all currencies of the demo
 * and may pay out. Doing it again finds what is there and makes sure that the shop's addresses fit.
 */
export async function seedBakery(directory: Directory, publicUrl: string): Promise<SeededShop> {
  const addresses = { notificationUrl: `${publicUrl}/demo/notifications`, backUrl: `${publicUrl}/demo/return` }
  const known = await findBakery(directory)
  if (known) {
    const fits = known.notificationUrl === addresses.notificationUrl && known.backUrl === addresses.backUrl
    const site = fits ? known : await directory.changeSite({ by, siteId: known.id, changes: addresses })
    return { site, privateKey: await keyOf(directory, site.id) }
  }
  const merchant = await directory.createMerchant({ by, name: bakery })
  const { site, privateKey } = await directory.createSite({
    by,
    merchantId: merchant.id,
    name: 'Demo shop',
    live: false,
    currencies: ['EUR', 'RON', 'USD', 'GBP', 'CHF', 'ILS'],
    timeZone: 'Europe/Bucharest',
    themeColor: '#9a3412',
    payoutsAllowed: true,
    ...addresses,
  })
  return { site, privateKey }
}

async function findBakery(directory: Directory): Promise<Site | undefined> {
  const sites = await directory.listSites({ limit: 100 })
  return sites.find((site) => site.merchantName === bakery && !site.live)
}

async function keyOf(directory: Directory, siteId: SiteId): Promise<Secret<string>> {
  const [key] = await directory.siteKeys(siteId)
  if (!key) throw new Error(`site ${siteId} has no valid key; create one with: florin site rotate-key ${siteId}`)
  return new Secret(key.reveal())
}
