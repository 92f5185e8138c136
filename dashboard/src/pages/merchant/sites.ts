import { apiRoot } from '../../api/client.ts'
import { type Site, useScope } from '../../shell/scope.tsx'
import type { Export, Filter, Need } from '../../ui/list-page.tsx'
import { type Search, withSearch } from '../../urls.ts'

/** The site that is meant where the address names none: the first of the merchant. */
export const useSiteQuery = (): string => useScope().sites[0]?.id ?? ''

/** The merchant whose pages these are. */
export function useMerchantId(): string {
  const { scope } = useScope()
  return scope.kind === 'merchant' ? scope.id : ''
}

/** What the address says, with whose list it is; a site among its filters narrows it. */
export const ofMerchant = <S extends Search>(merchantId: string, search: S): S & { merchantId: string } => ({
  merchantId,
  ...search,
})

/** The same list as CSV, with the same filters. */
export const exportOf = (list: string, merchantId: string): Export => ({
  url: (search) => `${apiRoot}${withSearch(`/exports/${list}`, ofMerchant(merchantId, search))}`,
})

/** The currencies of all sites of the merchant, those of the first one in front. */
export const currenciesOf = (sites: readonly Site[]): readonly string[] => [
  ...new Set(sites.flatMap(({ currencies }) => currencies)),
]

/** Amounts are of one currency: the filter of amounts, with that of currencies where there is a choice. */
export function amountFilters(words: { amount: string; currency: string }, sites: readonly Site[]): Filter[] {
  const currencies = currenciesOf(sites)
  return [
    {
      name: 'currency',
      label: words.currency,
      kind: 'choice',
      options: currencies.map((one) => ({ value: one, label: one })),
    },
    { name: 'amount', label: words.amount, kind: 'range', needs: inCurrency(sites) },
  ]
}

/** What an amount needs beside it. */
export const inCurrency = (sites: readonly Site[]): Need => ({
  name: 'currency',
  usual: currenciesOf(sites)[0] ?? 'EUR',
})
