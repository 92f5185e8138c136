import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { asState, type InList } from './list/in-list.ts'

export const base = '/dashboard'

type LinkProps = {
  /** An address of `urls.ts`, below the dashboard. */
  to: string
  children: ReactNode
  className?: string
  current?: boolean
  label?: string
  onFollow?: () => void
  /** The list that it is a row of. */
  state?: InList | undefined
}

/** A real link: it can be opened in a new tab and copied; a plain click stays in the page. */
export function Link({ to, children, className, current, label, onFollow, state }: LinkProps) {
  const router = useRouter()
  const follow = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onFollow?.()
    router.history.push(`${base}${to}`, state && (asState(state) as never)) // states of ours are not the router's
  }
  // Who points at a link, or has come to it by keyboard, follows it as a rule: its page is loaded meanwhile.
  const prepare = () => {
    const [, , found] = router.getMatchedRoutes(to.split('?')[0] ?? to)
    const page = found?.options.component as { preload?: () => Promise<unknown> } | undefined
    page?.preload?.().catch(() => undefined)
  }
  return (
    <a
      onPointerEnter={prepare}
      onFocus={prepare}
      href={`${base}${to}`}
      onClick={follow}
      {...(className !== undefined && { className })}
      {...(current && { 'aria-current': 'page' as const })}
      {...(label !== undefined && { 'aria-label': label })}
    >
      {children}
    </a>
  )
}
