import type { Search } from '../../urls.ts'
import { type Filter, isValueOf, type Need } from './filter.ts'

/** Which page of a list: by its number, or behind or before a cursor. */
export type Place = { page: number } | { after: string } | { before: string }

/** Everything that the address of a list says. */
export type ListAddress = {
  /** The values of the filters by their names. */
  values: Search
  place: Place
  /** The column by which it is sorted; with `-` in front the largest first. Empty: as the list is. */
  sort: string
  /** The columns that are shown; empty: all. */
  columns: readonly string[]
  /** The saved view that was opened. */
  view: string
}

/** What belongs to the page around the list, and to its place in it. */
const ofOthers = ['tz', 'do', 'peek', 'tab']

type Known = { filters: readonly Filter[]; sorts: readonly string[]; columns: readonly string[] }

/** Reads the address of a list. What it does not know, or cannot be, is left out and named in `ignored`. */
export function readList(search: Search, known: Known): ListAddress & { ignored: readonly string[] } {
  const { page, after, before, sort = '', cols = '', view = '', ...rest } = search
  const ignored: string[] = []
  const values: Record<string, string> = {}
  for (const [name, value] of Object.entries(rest)) {
    const filter = known.filters.find((one) => one.name === name)
    if (filter && isValueOf(filter, value)) values[name] = value
    else if (!ofOthers.includes(name)) ignored.push(name)
  }
  const isSort = known.sorts.includes(sort.replace(/^-/, ''))
  if (sort !== '' && !isSort) ignored.push('sort')
  const number = Number(page ?? 1)
  const isPage = Number.isSafeInteger(number) && number >= 1
  if (!isPage) ignored.push('page')
  return {
    values,
    place: after ? { after } : before ? { before } : { page: isPage ? number : 1 },
    sort: isSort ? sort : '',
    columns: cols.split(',').filter((name) => known.columns.includes(name)),
    view,
    ignored,
  }
}

/** Of a list's address everything but its place: another filter or another order begins at the first page. */
export const writeList = ({ values, sort, columns, view, place }: ListAddress): Search => {
  const at: Search = 'page' in place ? (place.page > 1 ? { page: String(place.page) } : {}) : place
  const all = { ...values, sort, cols: columns.join(','), view, ...at }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
}

/**
 * An order by amount shows amounts of one currency, and the address says of which. Who takes that filter away takes the
 * order away.
 */
export function withSortNeeds(next: ListAddress, needs: Need | undefined, isSorting: boolean): ListAddress {
  if (!needs || next.values[needs.name]) return next
  return isSorting ? { ...next, values: { ...next.values, [needs.name]: needs.usual } } : { ...next, sort: '' }
}

export const firstPage: Place = { page: 1 }
