import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, bodyOf, type Entry } from '../api/client.ts'
import { searchTextOf } from '../parts/search-text.ts'
import { useRested } from '../ui/rested.ts'

export type Hit = Entry<'search'>
export type HitKind = Hit['kind']

/**
 * What the server finds by a text, once its typing rests; the call before is given up. A card number is never sent.
 * @param kind Of this kind alone, and then up to fifty.
 */
export function useFound(typed: string, kind?: HitKind) {
  const text = useRested(searchTextOf(typed).text ?? '')
  const { data, error, isFetching } = useQuery({
    queryKey: ['search', text, kind],
    queryFn: ({ signal }) => bodyOf(api.GET('/search', { params: { query: { text, ...(kind && { kind }) } }, signal })),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  })
  const isCurrent = text === (searchTextOf(typed).text ?? '')
  return { hits: text === '' ? none : (data?.data ?? none), error, isBusy: isFetching || !isCurrent }
}
const none: readonly Hit[] = []

/** By their kinds, in the order in which the first of each kind was found. */
export function groupsOf(hits: readonly Hit[]): [HitKind, Hit[]][] {
  const groups = new Map<HitKind, Hit[]>()
  for (const hit of hits) groups.set(hit.kind, [...(groups.get(hit.kind) ?? []), hit])
  return [...groups]
}

/** The one thing that fits exactly, if there is just one. */
export function onlyExact(hits: readonly Hit[]): Hit | undefined {
  const exact = hits.filter(({ fit }) => fit === 'exact')
  return exact.length === 1 ? exact[0] : undefined
}
