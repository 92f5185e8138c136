import { type Search, searchOf } from '../../urls.ts'
import type { Filter } from './filter.ts'
import { firstPage, type ListAddress, readList, writeList } from './list-address.ts'

type Known = Parameters<typeof readList>[1]

/** What a view keeps of an address: filters, order and columns, and not the place. */
export const searchText = (address: Pick<ListAddress, 'values' | 'sort' | 'columns'>): string =>
  new URLSearchParams(sorted(writeList({ ...address, view: '', place: firstPage }))).toString()

/** In one order, so that two that say the same are the same text. */
const sorted = (search: Search): Record<string, string> =>
  Object.fromEntries(Object.entries(search).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/**
 * The address that a view opens. A view without a period keeps the one that holds, so that one can look at several views
 * of the same days.
 */
export function addressOfView(view: { id: string; search: string }, known: Known, now: ListAddress): ListAddress {
  const { ignored: _, ...opened } = readList(searchOf(view.search), known)
  return {
    ...opened,
    values: { ...periodsOf(known.filters, now.values), ...opened.values },
    view: view.id,
    place: firstPage,
  }
}

/** Whether what is seen differs from what the view keeps. */
export function isChanged(view: { id: string; search: string }, known: Known, now: ListAddress): boolean {
  return searchText(addressOfView(view, known, now)) !== searchText(now)
}

const periodsOf = (filters: readonly Filter[], values: Search): Search =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => filters.some((one) => one.name === name && one.kind === 'period')),
  )
