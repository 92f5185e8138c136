import { useCallback, useState } from 'react'

/** Which rows of the page are selected; turning the page selects none of the next one. */
export function useSelection(rows: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [last, setLast] = useState<string>()
  const ids = new Set(rows.filter((id) => chosen.has(id)))
  const key = rows.join(' ')
  const toggle = useCallback((id: string) => {
    setLast(id)
    setChosen((before) =>
      before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id]),
    )
  }, [])
  const select = useCallback(
    (id: string, isRange: boolean) => {
      const order = key.split(' ')
      const [from, to] = [order.indexOf(last ?? id), order.indexOf(id)]
      if (!isRange || from < 0) return toggle(id)
      setChosen((before) => new Set([...before, ...order.slice(Math.min(from, to), Math.max(from, to) + 1)]))
      setLast(id)
    },
    [key, last, toggle],
  )
  const toggleAll = () => setChosen(ids.size === rows.length ? new Set() : new Set(rows))
  return { ids, toggle, select, toggleAll, clear: () => setChosen(new Set()) }
}
