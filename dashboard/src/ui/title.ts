import { useEffect, useSyncExternalStore } from 'react'

let mark = ''
const watchers = new Set<() => void>()
function setMark(to: string): void {
  mark = to
  for (const watcher of watchers) watcher()
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
    if (title !== undefined) document.title = `${word && `${word} · `}${title} · Florin`
  }, [title, word])
}
