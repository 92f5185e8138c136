import { useEffect } from 'react'

/** The title of the browser's tab, beginning with what the page shows. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Florin`
  }, [title])
}
