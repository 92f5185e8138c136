import type { Instant } from '#kernel/base/clock.ts'
import { changeMerchant, transitionMerchant } from './change-merchant.ts'
import { changeSite } from './change-site.ts'
import type { DirectoryContext } from './context.ts'
import { createMerchant } from './create-merchant.ts'
import { createSite } from './create-site.ts'
import type { Directory, Site } from './directory.ts'
import type { SiteId } from './ids.ts'
import { environmentOf, readPrivateKey } from './key-forms.ts'
import { noteKeyUse } from './note-key-use.ts'
import { pageLimit } from './page.ts'
import { refuse } from './refusals.ts'
import { resealSiteKeys } from './reseal-site-keys.ts'
import { revealSiteKey } from './reveal-site-key.ts'
import { revokeSiteKey } from './revoke-site-key.ts'
import { rotateSiteKey } from './rotate-site-key.ts'
import { type KeyInUse, sealingKey } from './sealing-key.ts'
import { shortMemory } from './short-memory.ts'
import { onlySitesOfMerchants, siteIdsOf } from './site-ids.ts'
import { tryOpenSiteKey } from './site-key.ts'
import {
  allKeys,
  findKeyHolder,
  findMerchant,
  findSite,
  type KeyHolder,
  keysValidAt,
  merchantsAfter,
  sitesAfter,
} from './store.ts'

/** Opens the directory and listens on the channel `directory` for changes that other processes make. */
export async function openDirectory(parts: Omit<DirectoryContext, 'forget'>): Promise<Directory> {
  const { db } = parts
  const { forget, siteOfKey, validKeys, ...questions } = openMemory(parts)
  const listening = await db.listen('directory', forget)
  const ctx: DirectoryContext = { ...parts, forget }
  const keysOf = async (id: SiteId) => (await validKeys(id)).map(({ key }) => key)
  return {
    ...questions,
    validKeys,
    siteKeys: keysOf,
    sealingKey: async (id, signedBy) => sealingKey(await validKeys(id), signedBy),
    noteKeyUse: async ({ siteId, keyId }) => {
      const key = (await validKeys(siteId)).find(({ id }) => id === keyId)
      if (key && key.usedAt === null) await noteKeyUse(ctx, { siteId, keyId })
    },
    siteOfKey: async (unchecked) => {
      const found = await siteOfKey(unchecked)
      if (found?.holder.usedAt === null) await noteKeyUse(ctx, { siteId: found.holder.siteId, keyId: found.holder.id })
      return found && { site: found.site, keyId: found.holder.id }
    },
    siteIds: (merchantId) => siteIdsOf(db, merchantId),
    merchant: async (id) => (await findMerchant(db, id))?.merchant,
    createMerchant: (input) => createMerchant(ctx, input),
    changeMerchant: (input) => changeMerchant(ctx, input),
    transitionMerchant: (input) => transitionMerchant(ctx, input),
    createSite: (input) => createSite(ctx, input),
    changeSite: (input) => changeSite(ctx, input),
    rotateSiteKey: (input) => rotateSiteKey(ctx, input),
    revealSiteKey: (input) => revealSiteKey(ctx, input),
    revokeSiteKey: (input) => revokeSiteKey(ctx, input),
    resealSiteKeys: (input) => resealSiteKeys(ctx, input),
    listMerchants: async ({ after, limit } = {}) => merchantsAfter(db, { after, limit: pageLimit(limit) }),
    listSites: async ({ after, limit, merchantId } = {}) =>
      sitesAfter(db, { after, limit: pageLimit(limit), merchantId }),
    listSiteKeys: (siteId) => allKeys(db, siteId),
    close: () => listening.stop(),
  }
}

/**
 * The cached queries of every request. Whether a key is still valid is checked against the clock each time: a key
 * expires on time even when nothing is read again.
 */
function openMemory({ db, clock, keys, live }: Pick<DirectoryContext, 'db' | 'clock' | 'keys' | 'live'>) {
  const sites = shortMemory(
    async (id: SiteId) => {
      const site = (await findSite(db, id))?.site
      const isOpen = site?.merchantStatus === 'active' && (live ?? site.live) === site.live
      return site && { ...site, active: site.active && isOpen }
    },
    { clock },
  )
  const siteKeys = shortMemory(
    async (siteId: SiteId) => {
      const rows = await keysValidAt(db, siteId, clock.now())
      const readable = rows.flatMap(({ id, sealed, expiresAt, usedAt }) => {
        const key = tryOpenSiteKey(keys, { siteId, sealed })
        return key ? [{ id, key, expiresAt, usedAt }] : []
      })
      // Every site has a valid key, unless it was changed by hand.
      if (readable.length === 0 && (await findSite(db, siteId))) throw refuse('site_key_unreadable', { siteId })
      return readable
    },
    { clock },
  )
  const holders = shortMemory((fingerprint: string) => findKeyHolder(db, Buffer.from(fingerprint, 'hex')), { clock })
  const onlySites = shortMemory((atMost: number) => onlySitesOfMerchants(db, atMost + 1), { clock })
  const isValid = ({ expiresAt }: { expiresAt: Instant | null }): boolean =>
    expiresAt === null || Temporal.Instant.compare(clock.now(), expiresAt) < 0

  return {
    site: sites.get,
    validKeys: async (id: SiteId): Promise<KeyInUse[]> => ((await siteKeys.get(id)) ?? []).filter(isValid),
    siteOfKey: async (unchecked: string): Promise<{ site: Site; holder: KeyHolder } | undefined> => {
      const read = readPrivateKey(unchecked)
      const holder = read && (await holders.get(keys.fingerprint('siteKey', read.hex).toString('hex')))
      if (!read || !holder || !isValid(holder)) return undefined
      const site = await sites.get(holder.siteId)
      return site && fits(read.environment, site) ? { site, holder } : undefined
    },
    onlySites: async ({ atMost }: { atMost: number }) => {
      const ids = (await onlySites.get(atMost)) ?? []
      return ids.length > atMost ? undefined : ids
    },
    forget: () => {
      sites.forget()
      onlySites.forget()
      siteKeys.forget()
      holders.forget()
    },
  }
}

const fits = (environment: 'test' | 'live' | undefined, site: Site): boolean =>
  environment === undefined || environment === environmentOf(site)
