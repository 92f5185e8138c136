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
        if (fromLocation !== undefined && pathChanged) focusUnlessPlaced(content)
      }),
    [router, content],
  )
  return (
    <span className="unseen" role="status">
      {title}
    </span>
  )
}

/** The search gives the focus back when it is closed, which it is some frames later; what stays open keeps it. */
function focusUnlessPlaced(content: RefObject<HTMLElement | null>, frames = framesMax): void {
  const focused = document.activeElement
  if (focused?.closest('main')) return
  if (!focused?.closest('[role=dialog]')) content.current?.focus({ preventScroll: true })
  if (frames > 0) requestAnimationFrame(() => focusUnlessPlaced(content, frames - 1))
}
const framesMax = 20
