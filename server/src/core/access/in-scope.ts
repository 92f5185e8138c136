import { type Directory, type MerchantId, merchantOwner, readSiteId, type Site, type SiteId } from '#core/directory'
import { text } from '#kernel/http/field.ts'
import { refuse } from './refusals.ts'
import { isWithin } from './roles.ts'
import type { StaffCaller } from './staff.ts'

type Caller = Pick<StaffCaller, 'staff'>

/** The field of a site that is chosen by its id. */
export const siteIdField = text({ max: 10, what: 'the id of a site' })

/** Whether a caller may see what belongs to a merchant. To staff of a partner no merchant is there. */
export const seesMerchant = ({ staff: { scope } }: Caller, id: MerchantId): boolean =>
  isWithin(scope, merchantOwner(id))

/** The ids of all sites that a caller may see. */
export async function sitesInScope(
  directory: Pick<Directory, 'siteIds'>,
  { staff: { scope } }: Caller,
): Promise<readonly SiteId[]> {
  if (scope.kind === 'platform') return directory.siteIds()
  return scope.kind === 'merchant' ? directory.siteIds(Number(scope.id) as MerchantId) : []
}

/** Whether a caller may see what belongs to a site. */
export async function seesSite(directory: Pick<Directory, 'site'>, caller: Caller, id: SiteId): Promise<boolean> {
  const site = await directory.site(id)
  return site !== undefined && seesMerchant(caller, site.merchantId)
}

/** The site that a call is about. One whose merchant is not the caller's is not there. */
export async function siteInScope(
  directory: Pick<Directory, 'site'>,
  caller: Caller,
  unchecked: unknown,
): Promise<Site> {
  const id = readSiteId(unchecked)
  const site = id === undefined ? undefined : await directory.site(id)
  if (!site || !seesMerchant(caller, site.merchantId)) throw refuse('site_not_found', { field: 'siteId' })
  return site
}
