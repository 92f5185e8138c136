import { type RefObject, useEffect } from 'react'
import { isTyping } from './shortcuts.ts'

/** `j` and `k` move to the link of the next and the previous row; Enter opens it, as any link. */
export function useRowKeys(table: RefObject<HTMLTableElement | null>): void {
  useEffect(() => {
    const move = (event: KeyboardEvent) => {
      const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0
      if (step === 0 || isTyping(event)) return
      const links = [...(table.current?.querySelectorAll<HTMLElement>('tbody tr td:first-child a') ?? [])]
      const now = links.indexOf(document.activeElement as HTMLElement)
      links[Math.min(Math.max(now + step, 0), links.length - 1)]?.focus()
      event.preventDefault()
    }
    document.addEventListener('keydown', move)
    return () => document.removeEventListener('keydown', move)
  }, [table])
}
