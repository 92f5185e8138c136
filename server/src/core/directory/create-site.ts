import { insert } from '#kernel/db/commit/commit.ts'
import { auditEntry, described } from './audit.ts'
import { carryOut, type DirectoryContext } from './context.ts'
import type { Author, NewSiteKey, Site, SiteInput } from './directory.ts'
import type { MerchantId } from './ids.ts'
import { hasSeller } from './invoicing.ts'
import { displayPrivateKey } from './key-forms.ts'
import { siteOwner } from './owner.ts'
import { refuse } from './refusals.ts'
import { checkSiteFields } from './site-fields.ts'
import { keepSiteKey, makePrivateKey } from './site-key.ts'
import { findMerchant, siteColumns, takeSiteId } from './store.ts'

/** A new site of a merchant, with its first private key. */
export async function createSite(
  ctx: DirectoryContext,
  { by, merchantId, live, ...input }: SiteInput & { by: Author; merchantId: MerchantId; live: boolean },
): Promise<{ site: Site } & NewSiteKey> {
  const fields = checkSiteFields(input, { ...ctx, live })
  const found = await findMerchant(ctx.db, merchantId)
  if (!found) throw refuse('merchant_not_found', { field: 'merchantId' })
  const { merchant } = found
  if (merchant.status !== 'active')
    throw refuse('merchant_state', { field: 'merchantId', merchantId, status: merchant.status })
  if (fields.invoicing?.active && !hasSeller(fields.invoicing, merchant))
    throw refuse('invoice_seller_missing', { field: 'sellerName', merchantId })
  const now = ctx.clock.now()
  const id = await takeSiteId(ctx.db)
  const privateKey = makePrivateKey()
  await carryOut(
    ctx,
    now,
    [
      insert('directory.sites', { id, merchant_id: merchantId, live, ...siteColumns(fields), created_at: now }),
      keepSiteKey(ctx.keys, now, { siteId: id, privateKey, isFirst: true }),
      auditEntry(now, by, {
        action: 'siteCreated',
        owner: siteOwner(id),
        subject: { type: 'site', id: String(id) },
        after: described({ merchantId, live, ...fields }),
      }),
    ],
    'create-site',
  )
  return {
    site: { id, merchantId, merchantName: merchant.name, merchantStatus: merchant.status, live, ...fields },
    privateKey,
    displayKey: displayPrivateKey({ live }, privateKey),
  }
}
