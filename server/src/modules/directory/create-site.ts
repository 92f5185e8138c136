import { insert } from '#kernel/commit.ts'
import type { MerchantId } from '#kernel/ids.ts'
import { auditEntry, described } from './audit.ts'
import type { Author, NewSiteKey, Site, SiteWish } from './directory.ts'
import { carryOut, type House } from './house.ts'
import { displayPrivateKey } from './key-forms.ts'
import { refuse } from './refusals.ts'
import { checkSiteFields } from './site-fields.ts'
import { keepSiteKey, makePrivateKey } from './site-key.ts'
import { findMerchant, siteColumns, takeSiteId } from './store.ts'

/** A new site of a merchant, with its first private key. */
export async function createSite(
  house: House,
  { by, merchantId, live, ...wish }: SiteWish & { by: Author; merchantId: MerchantId; live: boolean },
): Promise<{ site: Site } & NewSiteKey> {
  const fields = checkSiteFields(wish, { live })
  const merchant = await findMerchant(house.db, merchantId)
  if (!merchant) throw refuse('merchant_unknown', { field: 'merchantId' })
  const now = house.clock.now()
  const id = await takeSiteId(house.db)
  const privateKey = makePrivateKey()
  await carryOut(house, now, [
    insert('directory.sites', { id, merchant_id: merchantId, live, ...siteColumns(fields), created_at: now }),
    keepSiteKey(house.keys, now, { siteId: id, privateKey }),
    auditEntry(now, by, {
      action: 'siteCreated',
      subject: { type: 'site', id: BigInt(id) },
      after: described({ merchantId, live, ...fields }),
    }),
  ])
  return {
    site: { id, merchantId, merchantName: merchant.name, live, ...fields },
    privateKey,
    displayKey: displayPrivateKey({ live }, privateKey),
  }
}
