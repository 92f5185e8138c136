import { useEffect, useSyncExternalStore } from 'react'

/** What can be done on the page that is shown, for the palette: each opens its form, nothing is carried out. */
export type PageAction = { name: string; label: string; shortcut?: string | undefined; open: () => void }
/** A thing that was looked at in this tab. It is remembered until the tab is closed, and nowhere else. */
export type Visited = { to: string; title: string }

let actions: readonly PageAction[] = []
let visited: readonly Visited[] = []
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Offers these actions while the page is shown. */
export function useOfferedActions(offered: readonly PageAction[]): void {
  useEffect(() => {
    actions = offered
    tell()
    return () => {
      actions = []
      tell()
    }
  }, [offered])
}

/** Remembers that this thing was looked at, the last one first. */
export function useVisit({ to, title }: Visited): void {
  useEffect(() => {
    visited = [{ to, title }, ...visited.filter((other) => other.to !== to)].slice(0, visitedMax)
    tell()
  }, [to, title])
}
const visitedMax = 8

export const usePageActions = (): readonly PageAction[] => useSyncExternalStore(subscribe, () => actions)
export const useVisited = (): readonly Visited[] => useSyncExternalStore(subscribe, () => visited)
