import { apiRoot } from '../../api/client.ts'
import { type Site, useScope } from '../../shell/scope.tsx'
import type { Export, Filter } from '../../ui/list-page.tsx'
import { type Search, withSearch } from '../../urls.ts'

/** The site whose things a list shows while its address names none: the first of the merchant. */
export const useSiteQuery = (): string => useScope().sites[0]?.id ?? ''

/** The merchant whose pages these are. */
export function useMerchantId(): string {
  const { scope } = useScope()
  return scope.kind === 'merchant' ? scope.id : ''
}

/** What the address says, with the site that a list of one site needs. */
export const bySite = <S extends Search>(siteId: string, search: S): S & { siteId: string } => ({ siteId, ...search })

/** A merchant with one site has nothing to choose. */
export const siteFilter = (label: string, sites: readonly Site[]): Filter[] =>
  sites.length > 1
    ? [{ name: 'siteId', label, kind: 'choice', options: sites.map(({ id, name }) => ({ value: id, label: name })) }]
    : []

/** The same list as CSV: of a site and a period. */
export const exportOf = (list: string, siteId: string): Export => ({
  url: (search) => `${apiRoot}${withSearch(`/exports/${list}`, { siteId, ...search })}`,
  applies: ['siteId', 'created'],
})
