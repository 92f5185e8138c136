import { sandboxChainId, sandboxToken } from '#connectors/chain/sandbox.ts'
import type { Author, Directory, Site, SiteId } from '#core/directory'
import type { Partner } from '#core/partners'
import { chainsOf, changeAsset, changeChain, type DepositsContext, publicTestXpub } from '#issuing/deposits'
import {
  addProduct,
  changeSettings,
  type Product,
  type ProgrammesContext,
  productsOf,
  settingsOf,
  topupSiteNeeds,
} from '#issuing/programmes'
import { Refusal } from '#kernel/base/refusal.ts'
import { Secret } from '#kernel/base/secret.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Log } from '#kernel/telemetry/log.ts'

export type SeededShop = { site: Site; privateKey: Secret<string> }

/** The demo store, or none and an error in the log when its key cannot be read: all other sites work without it. */
export async function openDemo({ log, ...ctx }: { directory: Directory; db: Db; log: Log }, publicUrl: string) {
  try {
    return await seedBakery(ctx, publicUrl)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'site_key_unreadable') throw error
    log.error({ reason: error.message }, 'there is no demo store')
    return undefined
  }
}

const by: Author = { actor: 'seed', fromWhere: 'command line' }
const bakery = 'Crumb & Co.'

/**
 * What a first start makes, while the others wait and then find it. The lock alone is meant: what is made is committed
 * outside of it, as by any operator. Its row is one that every installation has.
 */
const oneAtATime = <T>(db: Db, name: string, work: () => Promise<T>): Promise<T> =>
  db.locked([{ table: 'florin.clock', ids: ['true'] }], { name, deadlineMs: 30_000 }, work)

/**
 * The bakery that every staging installation begins with: a merchant and a site that takes all currencies of the demo
 * and may pay out. Doing it again finds what is there and makes sure that the shop's addresses fit.
 */
export const seedBakery = (
  { directory, db }: { directory: Directory; db: Db },
  publicUrl: string,
): Promise<SeededShop> => oneAtATime(db, 'seedBakery', () => bakeryIn(directory, publicUrl))

async function bakeryIn(directory: Directory, publicUrl: string): Promise<SeededShop> {
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

export type SeededProgramme = { partner: Partner; apiKey: Secret<string> | undefined; product: Product }

const bank = 'Nordwind'

/**
 * The partner that every staging installation begins with, its card product, and the site that takes topups. The API key follows from the master
 * keys, so that every start can print it; undefined when it was replaced.
 */
type Seeding = ProgrammesContext & { keys: KeyRing; directory: Directory }
export const seedProgramme = (ctx: Seeding): Promise<SeededProgramme> =>
  oneAtATime(ctx.db, 'seedProgramme', async () => {
    const digest = ctx.keys.fingerprint('siteKey', 'API key of the staging programme')
    const apiKey = new Secret(`fpk_test_${digest.toString('base64url')}`)
    const partner =
      (await findBank(ctx)) ?? (await ctx.partners.create({ by, name: bank, live: false, apiKey })).partner
    const isValid = (await ctx.partners.partnerOfKey(apiKey.reveal()))?.id === partner.id
    const [product] = await productsOf(ctx.db, partner.id)
    await seedTopups(ctx, partner)
    return {
      partner,
      apiKey: isValid ? apiKey : undefined,
      product: product ?? (await addProduct(ctx, { by, partnerId: partner.id, input: stagingProduct })),
    }
  })

/** The programme takes topups at a site of its own, which notifies Florin at the address that it has today. */
async function seedTopups(ctx: Seeding, { id: partnerId }: Partner): Promise<void> {
  const sites = await ctx.directory.listSites({ limit: 1_000 })
  const known = sites.find(({ merchantName, name, live }) => merchantName === bank && name === topupSite.name && !live)
  const site = known ?? (await createTopupSite(ctx.directory))
  const needs = topupSiteNeeds(ctx, site)
  if (site.notificationUrl !== needs.notificationUrl)
    await ctx.directory.changeSite({ by, siteId: site.id, changes: needs })
  if ((await settingsOf(ctx.db, partnerId)).topupSite === undefined)
    await changeSettings(ctx, { by, partnerId, changes: { topupSite: site.id } })
}

async function createTopupSite(directory: Directory): Promise<Site> {
  const { id: merchantId } = await directory.createMerchant({ by, name: bank })
  return (await directory.createSite({ by, merchantId, ...topupSite })).site
}

const topupSite = {
  name: 'Topups',
  live: false,
  currencies: ['EUR', 'USD', 'GBP', 'CHF', 'RON'],
  timeZone: 'Europe/Bucharest',
}

const findBank = async ({ partners }: ProgrammesContext): Promise<Partner | undefined> =>
  (await partners.list({ limit: 100 })).find(({ name, live }) => name === bank && !live)

/** The chain of staging, with its coin and a token. Doing it again finds what is there. */
export const seedChain = (ctx: DepositsContext): Promise<void> =>
  oneAtATime(ctx.db, 'seedChain', async () => {
    if ((await chainsOf(ctx.db)).length > 0) return
    await changeChain(ctx, { by, name: 'sandbox', changes: { evmId: sandboxChainId, xpub: publicTestXpub } })
    for (const { code, ...changes } of stagingCoins) await changeAsset(ctx, { by, chain: 'sandbox', code, changes })
  })

const stagingCoins = [
  { code: 'ETH', confirmations: 6, minimum: '0.005', maximum: '5' },
  { code: 'USDC', contract: sandboxToken, confirmations: 3, minimum: '10', maximum: '10000' },
]

const stagingProduct = {
  name: 'Everyday card',
  prefix: '53999900',
  currencies: ['EUR', 'USD', 'GBP', 'CHF', 'RON'],
  virtual: true,
  physical: true,
  limits: ['transaction:EUR:2000.00', 'day:EUR:5000.00'],
  markupPercent: '1.50',
  design: 'blue',
}
