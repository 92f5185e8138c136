import { CatchBoundary } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { useTexts } from '../../i18n/language.tsx'
import { Button } from '../button.tsx'
import { Link } from '../link.tsx'
import { usePageAt } from '../page-at.tsx'
import { useShortcuts } from '../shortcuts.ts'
import { ErrorPanel, Loading, Missing } from '../states.tsx'
import type { InList } from './in-list.ts'
import { listTexts } from './texts.ts'

type PeekProps = {
  /** The page of the thing. */
  to: string
  inList: InList | undefined
  onOpen: () => void
  onClose: () => void
}

/** A thing of a list beside it; on a phone over it. */
export function Peek({ to, inList, onOpen, onClose }: PeekProps) {
  const t = useTexts(listTexts)
  const Page = usePageAt(to)
  const panel = useRef<HTMLElement>(null)
  useShortcuts({ Escape: onClose })
  useEffect(() => {
    // Over the list nothing of it can be reached.
    if (matchMedia('(max-width: 900px)').matches) panel.current?.focus()
  }, [])
  return (
    <section className="peek stack" aria-label={t.peek} ref={panel} tabIndex={-1}>
      <div className="actions">
        <Link to={to} className="button" state={inList} onFollow={onOpen}>
          {t.openPeeked}
        </Link>
        <Button shortcut="Escape" onPress={onClose}>
          {t.closePeek}
        </Button>
      </div>
      <CatchBoundary getResetKey={() => to} errorComponent={ErrorPanel}>
        <Suspense fallback={<Loading />}>{Page ? <Page /> : <Missing />}</Suspense>
      </CatchBoundary>
    </section>
  )
}
