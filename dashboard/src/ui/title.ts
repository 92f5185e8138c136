import { useEffect, useSyncExternalStore } from 'react'

let [mark, shown] = ['', '']
const watchers = new Set<() => void>()
const tell = () => {
  for (const watcher of watchers) watcher()
}
function setMark(to: string): void {
  mark = to
  tell()
}
const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/** A word in front of every title, while what asks for it is on the page. */
export function useTitleMark(word: string): void {
  useEffect(() => {
    setMark(word)
    return () => setMark('')
  }, [word])
}

/** The title of the browser's tab, beginning with what the page shows; undefined leaves it to another. */
export function useTitle(title: string | undefined): void {
  const word = useSyncExternalStore(watch, () => mark)
  useEffect(() => {
    if (title === undefined) return
    document.title = `${word && `${word} · `}${title} · Florin`
    shown = title
    tell()
  }, [title, word])
}

/** What the page that is shown is called. */
export const useShownTitle = (): string => useSyncExternalStore(watch, () => shown)
