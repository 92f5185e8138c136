import { type Directory, type MerchantId, readMerchantId, type SiteId } from '#core/directory'
import { optional, text } from '#kernel/http/field.ts'
import { words } from '#kernel/http/filter.ts'
import { seesMerchant, siteInScope, sitesInScope } from './in-scope.ts'
import { refuse } from './refusals.ts'
import type { ListReader } from './staff.ts'

const siteWords = () => words({ max: 200, each: 10, what: 'the id of a site, or several' })

/** Of whom a list is: of one merchant, of some sites, or of all that the caller may see. */
export const ofWhomQuery = {
  merchantId: optional(text({ max: 10, what: 'the id of a merchant' })).meta({
    description: 'Of all sites of a merchant.',
  }),
  siteId: siteWords().meta({ description: 'Of these sites, by comma. All that you may see, if left out.' }),
  site: siteWords().meta({ description: 'The same as `siteId`.' }),
}

export type SiteScope = {
  siteIds: readonly SiteId[]
  /** Nothing was asked for, and the caller may see all that there are. */
  isEverySite: boolean
  /** That of all these sites; UTC if they differ. */
  timeZone: string
  /** What a file of the list is named by: `site-10001`, if it is of one site. */
  ofWhom: string | undefined
}

export type OfWhom = {
  merchantId?: string | undefined
  siteId?: readonly string[] | undefined
  site?: readonly string[] | undefined
}

/** The sites that a list is of. What is not the caller's is not there: `site_not_found`, `merchant_not_found`. */
export async function sitesOfList(
  directory: Pick<Directory, 'site' | 'siteIds' | 'merchant'>,
  caller: ListReader,
  { merchantId, siteId, site = siteId }: OfWhom,
): Promise<SiteScope> {
  const asked = site && (await Promise.all(site.map((unchecked) => siteInScope(directory, caller, unchecked))))
  const merchant = merchantId === undefined ? undefined : await merchantInScope(directory, caller, merchantId)
  if (asked && merchant && asked.some((one) => one.merchantId !== merchant))
    throw refuse('site_not_found', { field: 'siteId' })
  const siteIds = asked
    ? asked.map(({ id }) => id)
    : merchant === undefined
      ? await sitesInScope(directory, caller)
      : await directory.siteIds(merchant)
  const isEverySite = !asked && merchant === undefined && caller.staff.scope.kind === 'platform'
  const ofWhom =
    asked?.length === 1 ? `site-${siteIds[0]}` : merchant === undefined ? undefined : `merchant-${merchant}`
  return { ofWhom, siteIds, isEverySite, timeZone: isEverySite ? 'UTC' : await sharedZone(directory, siteIds) }
}

async function merchantInScope(
  directory: Pick<Directory, 'merchant'>,
  caller: ListReader,
  unchecked: string,
): Promise<MerchantId> {
  const id = readMerchantId(unchecked)
  if (id === undefined || !seesMerchant(caller, id) || !(await directory.merchant(id)))
    throw refuse('merchant_not_found', { field: 'merchantId' })
  return id
}

async function sharedZone(directory: Pick<Directory, 'site'>, siteIds: readonly SiteId[]): Promise<string> {
  const sites = await Promise.all(siteIds.slice(0, sitesAskedMax).map((id) => directory.site(id)))
  const [zone, ...others] = new Set(sites.map((one) => one?.timeZone))
  return others.length === 0 && zone !== undefined ? zone : 'UTC'
}
/** Those of a merchant with more sites have one time zone each, as far as anybody can say. */
const sitesAskedMax = 200
