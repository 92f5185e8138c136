import { useRouter } from '@tanstack/react-router'
import { type RefObject, useCallback } from 'react'
import { withSearch } from '../../urls.ts'
import { base } from '../link.tsx'
import { focusRowOf } from '../row-keys.ts'
import { usePath, useSearch } from '../url-state.ts'

/** Says that the step before this one is the list itself. */
const openedHere = { peekedHere: true }

/**
 * The thing that the address shows beside its list: `peek=1042`. Opening it is one step of the browser's history, going on
 * to others is none, and closing it goes back.
 */
export function usePeek<Row extends { id: string }>(
  { to }: { to?: ((row: Row) => string) | undefined },
  rows: readonly Row[],
  table: RefObject<HTMLTableElement | null>,
) {
  const { history } = useRouter()
  const path = usePath()
  const [search] = useSearch()
  const peeked = to && search.peek ? search.peek : undefined
  const go = useCallback(
    (how: 'push' | 'replace', peek: string, state?: object) =>
      // States of ours are not the router's.
      history[how](`${base}${withSearch(path, { ...search, peek })}`, state as never),
    [history, path, search],
  )
  const open = useCallback(
    (id: string) => (peeked === undefined ? go('push', id, openedHere) : go('replace', id, history.location.state)),
    [go, peeked, history],
  )
  const close = () => {
    if (peeked !== undefined) focusRowOf(table.current, peeked)
    if ('peekedHere' in history.location.state) history.back()
    else go('replace', '')
  }
  const row = rows.find(({ id }) => id === peeked)
  return {
    open: to ? open : undefined,
    close,
    peeked,
    /** Of a row that is not on this page it is where things of the list stand. */
    at: peeked === undefined ? undefined : row && to ? to(row) : `${path}/${encodeURIComponent(peeked)}`,
  }
}
