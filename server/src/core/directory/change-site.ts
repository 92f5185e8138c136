import { decide, increase, update } from '#kernel/db/commit/commit.ts'
import { auditEntry, difference } from './audit.ts'
import { carryOut, type DirectoryContext } from './context.ts'
import type { Author, Site, SiteInput } from './directory.ts'
import type { MerchantId, SiteId } from './ids.ts'
import { hasSeller, type Invoicing } from './invoicing.ts'
import { siteOwner } from './owner.ts'
import { refuse } from './refusals.ts'
import { checkSiteFields } from './site-fields.ts'
import { findMerchant, findSite, siteColumns } from './store.ts'

export type ChangeSiteInput = {
  by: Author
  siteId: SiteId
  changes: SiteInput
  /** Throws if the site is not as the author saw it; called with what the change is decided on. */
  expect?: ((site: Site) => void) | undefined
}

/** Changes what is given and leaves the rest; a change that changes nothing leaves no trace. */
export async function changeSite(
  ctx: DirectoryContext,
  { by, siteId, changes, expect }: ChangeSiteInput,
): Promise<Site> {
  const given = present(changes)
  return decide(async () => {
    const found = await findSite(ctx.db, siteId)
    if (!found) throw refuse('site_not_found', { field: 'siteId' })
    expect?.(found.site)
    const { id, merchantId, merchantName, merchantStatus, live, ...before } = found.site
    const invoicing = changes.invoicing ? { ...before.invoicing, ...present(changes.invoicing) } : before.invoicing
    const after = checkSiteFields({ ...before, ...given, invoicing }, { ...ctx, live })
    if (changes.invoicing) await requireSeller(ctx, merchantId, after.invoicing)
    const changed = difference(before, after)
    if (!changed) return found.site
    const now = ctx.clock.now()
    await carryOut(
      ctx,
      now,
      [
        update('directory.sites', {
          set: { ...siteColumns(after), version: increase(1n) },
          where: { id, version: found.row.version },
          wholeRow: found.row,
        }),
        auditEntry(now, by, {
          action: 'siteChanged',
          owner: siteOwner(id),
          subject: { type: 'site', id: String(id) },
          ...changed,
        }),
      ],
      'change-site',
    )
    return { id, merchantId, merchantName, merchantStatus, live, ...after }
  })
}

/** Credit notes have the seller of their invoice, so a site that makes no new invoices needs none. */
async function requireSeller(
  { db }: DirectoryContext,
  merchantId: MerchantId,
  invoicing: Invoicing | undefined,
): Promise<void> {
  if (!invoicing?.active) return
  const found = await findMerchant(db, merchantId)
  if (found && !hasSeller(invoicing, found.merchant))
    throw refuse('invoice_seller_missing', { field: 'sellerName', merchantId })
}

/** The fields that are given. */
const present = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>

/** A site as it would be with these changes, checked as they are when they are stored. */
export function siteAfter(site: Site, changes: SiteInput): Site {
  const { id, merchantId, merchantName, merchantStatus, live, ...before } = site
  return {
    id,
    merchantId,
    merchantName,
    merchantStatus,
    live,
    ...checkSiteFields({ ...before, ...present(changes) }, { live }),
  }
}
