import { sandboxChainId, sandboxToken } from '#connectors/chain/sandbox.ts'
import { type Author, auditEntriesOf, type Directory, type Site, type SiteId } from '#core/directory'
import { chainsOf, changeAsset, changeChain, type DepositsContext, publicTestXpub } from '#issuing/deposits'
import { Refusal } from '#kernel/base/refusal.ts'
import { Secret } from '#kernel/base/secret.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Timer } from '#kernel/db/deadline.ts'
import { outsideTransaction } from '#kernel/db/transaction-scope.ts'
import type { Log } from '#kernel/telemetry/log.ts'

/** `isNew`: it was made now. */
export type SeededShop = { site: Site; privateKey: Secret<string>; isNew: boolean }

/** The demo store, or none and an error in the log when its key cannot be read: all other sites work without it. */
export async function openDemo({ log, ...ctx }: { directory: Directory; db: Db; log: Log }, publicUrl: string) {
  try {
    return await seedBakery(ctx, publicUrl)
  } catch (error) {
    const isUnreadable = error instanceof Refusal && error.code === 'site_key_unreadable'
    if (!isUnreadable && !(error instanceof NoKey)) throw error
    log.error({ reason: error.message }, 'there is no demo store')
    return undefined
  }
}

/** A site of that name has no valid key, as in a test copy of production. */
class NoKey extends Error {
  override readonly name = 'NoKey'
}

/** Who has made what staging begins with, in the audit. */
export const by: Author = { actor: 'seed', fromWhere: 'command line' }
const bakery = 'Crumb & Co.'

/**
 * What a first start makes, while the others wait and then find it. The lock alone is meant: what is made is committed
 * outside of it, as by any operator. Its row is one that every installation has.
 */
export const oneAtATime = <T>(db: Db, name: string, work: () => Promise<T>): Promise<T> =>
  db.locked([{ table: 'florin.clock', ids: ['true'] }], { name, deadlineMs: 30_000, timer: never }, () =>
    outsideTransaction(work),
  )

/** Those who wait have a deadline. The one who has the lock keeps it: no deadline would stop what is committed outside. */
const never: Timer = () => () => undefined

/**
 * The bakery that every staging installation begins with: a merchant and a site that takes all currencies of the demo
 * and may pay out. Doing it again finds what is there, and moves addresses of the shop that nobody else has set.
 */
export const seedBakery = (
  { directory, db }: { directory: Directory; db: Db },
  publicUrl: string,
): Promise<SeededShop> => oneAtATime(db, 'seedBakery', () => bakeryIn(directory, db, publicUrl))

async function bakeryIn(directory: Directory, db: Db, publicUrl: string): Promise<SeededShop> {
  const addresses = demoAddresses(publicUrl)
  // The shop shows the payment form on a page of its own too.
  const ownOrigin = new URL(publicUrl).origin
  const known = await findBakery(directory)
  if (known) {
    const frameAncestors = [...new Set([...known.frameAncestors, ownOrigin])]
    const changes = await leftToSeed(db, { kind: 'site', id: known.id }, { ...addresses, frameAncestors })
    const privateKey = await keyOf(directory, known.id)
    const site = await directory.changeSite({ by, siteId: known.id, changes })
    return { site, privateKey, isNew: false }
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
    wallets: ['applePay', 'googlePay'],
    category: '5462',
    country: 'RO',
    invoicing: {
      sellerName: `${bakery} SRL`,
      sellerAddress: 'Strada Pâinii 7\n010101 București',
      vatId: 'RO12345674',
      registration: 'J40/1234/2020',
      vatPercent: '11',
    },
    ...addresses,
    frameAncestors: [ownOrigin],
  })
  return { site, privateKey, isNew: true }
}

/** Where the demo store is notified, and where its shoppers come back. */
const demoAddresses = (publicUrl: string) => ({
  notificationUrl: `${publicUrl}/demo/notifications`,
  backUrl: `${publicUrl}/demo/return`,
})

/** Whether the demo store's site has addresses that are not of the demo store. */
export async function isDemoMoved(
  { directory, publicUrl }: { directory: Pick<Directory, 'site'>; publicUrl: string },
  siteId: SiteId,
): Promise<boolean> {
  const [site, { notificationUrl, backUrl }] = [await directory.site(siteId), demoAddresses(publicUrl)]
  return site?.notificationUrl !== notificationUrl || site.backUrl !== backUrl
}

/** The `changes` without those to fields that an operator has set: the newest change of such a field is not the seed's. */
export async function leftToSeed<Changes extends object>(
  db: Db,
  subject: { kind: string; id: number | bigint },
  changes: Changes,
): Promise<Partial<Changes>> {
  const left: Partial<Changes> = {}
  for (const field of Object.keys(changes) as (keyof Changes & string)[]) {
    const named = { kind: subject.kind, id: String(subject.id) }
    const [newest] = await auditEntriesOf(db, { subject: named, field, limit: 1 })
    if (!newest || newest.actor === by.actor) left[field] = changes[field]
  }
  return left
}

/** Undefined before the first start. */
export async function findBakery(directory: Pick<Directory, 'listSites'>): Promise<Site | undefined> {
  const sites = await directory.listSites({ limit: 100 })
  return sites.find((site) => site.merchantName === bakery && !site.live)
}

async function keyOf(directory: Directory, siteId: SiteId): Promise<Secret<string>> {
  const [key] = await directory.siteKeys(siteId)
  if (!key) throw new NoKey(`site ${siteId} has no valid key; create one with: florin site rotate-key ${siteId}`)
  return new Secret(key.reveal())
}

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
