import { keepPreviousData, useIsMutating, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ApiError } from '../../api/client.ts'
import type { Search } from '../../urls.ts'
import { isReturn } from '../row-keys.ts'
import { usePath, useSearch } from '../url-state.ts'
import { useZone } from '../zone.tsx'
import { queryOf } from './filter.ts'
import { firstPage, type ListAddress, readList, withSortNeeds, writeList } from './list-address.ts'
import type { Column, ListSpec, Page } from './spec.ts'

export const pageSize = 50
/** How long the rows of a list that nobody looks at are kept for who comes back. */
const keptMs = 30 * 60_000

/** One page of the list, as an address says. */
export function loadPage<Row extends { id: string }>(
  spec: ListSpec<Row>,
  { values, sort, place }: Pick<ListAddress, 'values' | 'sort' | 'place'>,
  {
    zone,
    signal,
    size = pageSize,
    isExact = false,
  }: { zone: string; signal: AbortSignal; size?: number; isExact?: boolean },
): Promise<Page<Row>> {
  const query = queryOf({ filters: spec.filters, values, sort, sortNeeds: sortNeedsOf(spec, sort), zone })
  if (spec.load) return spec.load(query, { page: 'page' in place ? place.page : 1, size }, signal)
  const cursor = 'page' in place ? {} : place
  return spec.loadAfter(query, { size, ...cursor, ...(isExact && { count: 'exact' as const }) }, signal)
}

const sortNeedsOf = (spec: { columns: readonly Pick<Column<never>, 'sort' | 'sortNeeds'>[] }, sort: string) =>
  spec.columns.find((column) => column.sort === sort.replace(/^-/, ''))?.sortNeeds

/** What the address says of a list, the rows of it, and the ways to change both. */
export function useList<Row extends { id: string }>(spec: ListSpec<Row>) {
  const [search, , replace] = useWholeSearch()
  const known = {
    filters: spec.filters,
    sorts: spec.columns.flatMap(({ sort }) => sort ?? []),
    columns: spec.columns.map(({ name }) => name),
  }
  const { ignored, ...address } = readList(search, known)
  const { zone } = useZone()
  const hasPeriod = spec.filters.some(({ kind, name }) => kind === 'period' && address.values[name])
  const asked = { values: address.values, sort: address.sort, place: address.place, ...(hasPeriod && { zone }) }
  const [counted, setCounted] = useState<string>()
  const isExact = counted === JSON.stringify(address.values)
  // Who comes back from a row finds the rows as they were, unless something has changed them.
  const [comesBack] = useState(isReturn)
  const { data, error, isPlaceholderData, isFetchedAfterMount, refetch } = useQuery({
    queryKey: [...spec.listKey, asked],
    queryFn: ({ signal }) => loadPage(spec, address, { zone, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: ({ state: { isInvalidated } }) => !comesBack || isInvalidated,
    gcTime: keptMs,
    refetchInterval: ({ state }) => spec.refreshMs?.(state.data?.data ?? []) ?? false,
  })
  const exact = useQuery({
    queryKey: [...spec.listKey, 'exact', asked.values, asked.zone],
    queryFn: ({ signal }) => loadPage(spec, { ...address, place: firstPage }, { zone, signal, size: 1, isExact: true }),
    enabled: isExact,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  // What arrives with the first reply, or by one's own doing, is shown at once.
  const isOwnDoing = useIsMutating() > 0
  const isExpired =
    error instanceof ApiError &&
    !('page' in address.place) &&
    Object.keys(error.fields).some((field) => field in address.place)
  const change = (changed: Partial<ListAddress>, how: 'push' | 'replace' = 'push') => {
    const next = { ...address, place: firstPage, ...changed }
    const settled = withSortNeeds(next, sortNeedsOf(spec, next.sort), changed.sort !== undefined)
    replace({ ...outside(search), ...writeList(settled) }, how)
  }
  return {
    path: usePath(),
    known,
    address,
    query: queryOf({ filters: spec.filters, ...address, sortNeeds: sortNeedsOf(spec, address.sort), zone }),
    ignored,
    page: data && isExact && exact.data ? { ...data, total: exact.data.total, totalIsExact: true } : data,
    counting: isExact ? { isBusy: exact.isFetching, problem: exact.error?.message } : undefined,
    error,
    isExpired,
    isBusy: isPlaceholderData,
    arrival: JSON.stringify([asked, isPlaceholderData, isFetchedAfterMount, isOwnDoing]),
    retry: () => void refetch(),
    change,
    countExactly: () => setCounted(JSON.stringify(address.values)),
  }
}

/** What the address says to others than the list: the zone, for one. */
const outside = ({ tz = '' }: Search): Search => ({ tz })

/** All that an address says, and a way to say everything anew. */
function useWholeSearch() {
  const [search, change] = useSearch()
  const replace = (to: Search, how: 'push' | 'replace') =>
    change({ ...Object.fromEntries(Object.keys(search).map((name) => [name, ''])), ...to }, how)
  return [search, change, replace] as const
}

/** How many rows there would be without each of the filters that hold: for a list that shows none. */
export function useWithout<Row extends { id: string }>(spec: ListSpec<Row>, address: ListAddress, isEmpty: boolean) {
  const { zone } = useZone()
  const names = Object.keys(address.values).slice(0, 4)
  const { data } = useQuery({
    queryKey: [...spec.listKey, 'without', address.values, zone],
    queryFn: ({ signal }) =>
      Promise.all(
        names.map(async (name) => {
          const { [name]: _, ...values } = address.values
          const page = await loadPage(spec, { ...address, values, place: firstPage }, { zone, signal, size: 1 })
          return { name, total: page.total, isExact: !('totalIsExact' in page) || page.totalIsExact }
        }),
      ),
    enabled: isEmpty && names.length > 0,
  })
  return (data ?? []).filter(({ total }) => total > 0)
}

/**
 * Rows change where they stand, and those that are new at the top wait until they are asked for: what one is about to press
 * does not move away.
 */
export function useHeldBack<Row extends { id: string }>(rows: readonly Row[] | undefined, key: string) {
  const [seen, setSeen] = useState<{ key: string; ids: ReadonlySet<string> }>()
  const isSame = seen?.key === key
  if (rows && !isSame) setSeen({ key, ids: new Set(rows.map(({ id }) => id)) })
  return useMemo(() => {
    const known = rows?.findIndex(({ id }) => seen?.ids.has(id)) ?? -1
    const fresh = isSame && rows && known > 0 ? rows.slice(0, known) : []
    const ids = new Set(fresh.map(({ id }) => id))
    return {
      shown: rows?.filter(({ id }) => !ids.has(id)),
      fresh: fresh.length,
      show: () => setSeen({ key, ids: new Set(rows?.map(({ id }) => id)) }),
    }
  }, [rows, seen, isSame, key])
}
