import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'
import { useShownTitle } from '../ui/title.ts'

/**
 * Says which page is there now, and puts the focus into it, as a browser does with a document that it loads: who reads with
 * a screen reader would hear nothing otherwise, and Tab would go on from a link that is gone. A row that was opened before,
 * and a field that takes the focus by itself, keep it.
 */
export function Arrival({ content }: { content: RefObject<HTMLElement | null> }) {
  const router = useRouter()
  const title = useShownTitle()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        const isPlaced = document.activeElement?.closest('main, [role=dialog]') != null
        if (fromLocation !== undefined && pathChanged && !isPlaced) content.current?.focus({ preventScroll: true })
      }),
    [router, content],
  )
  return (
    <span className="unseen" role="status">
      {title}
    </span>
  )
}
