import { type RefObject, useEffect } from 'react'
import { isTyping } from './shortcuts.ts'

type RowKeys = {
  /** Selects a row, or all rows from the last one that was selected. */
  onSelect?: ((id: string, isRange: boolean) => void) | undefined
}

/**
 * `j` and `k` move to the link of the next and the previous row; Enter opens it, as any link. `x` selects the row that is
 * focused, and with Shift all up to it.
 */
export function useRowKeys(table: RefObject<HTMLTableElement | null>, { onSelect }: RowKeys = {}): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isTyping(event) && !isBox(event.target)) return
      const isSelect = event.key.toLowerCase() === 'x'
      if (isSelect && onSelect) {
        const row = (event.target as HTMLElement).closest<HTMLElement>('tr[data-row]') ?? rowOfFocus()
        if (row?.dataset.row) onSelect(row.dataset.row, event.shiftKey)
      }
      const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0
      if (step === 0) return
      const rows = [...(table.current?.querySelectorAll<HTMLElement>('tbody tr') ?? [])]
      const now = rows.findIndex((row) => row.contains(document.activeElement))
      focusRow(rows[Math.min(Math.max(now + step, 0), rows.length - 1)])
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [table, onSelect])
}

const isBox = (target: EventTarget | null) => target instanceof HTMLInputElement && target.type === 'checkbox'
const rowOfFocus = () => document.activeElement?.closest<HTMLElement>('tr[data-row]')
const focusRow = (row: Element | undefined) =>
  (row?.querySelector<HTMLElement>('td a') ?? row?.querySelector<HTMLElement>('td input'))?.focus()

/** By the address of the list: the row that was opened last. It is remembered until the tab is closed. */
const opened = new Map<string, string>()
const here = () => `${location.pathname}${location.search}`

export const rememberRow = (id: string): void => void opened.set(here(), id)

/** Who comes back from a row finds it focused again. */
export function useReturn(table: RefObject<HTMLTableElement | null>, isShown: boolean): void {
  useEffect(() => {
    const id = opened.get(here())
    if (!isShown || id === undefined) return
    opened.delete(here())
    focusRow(table.current?.querySelector(`tr[data-row="${CSS.escape(id)}"]`) ?? undefined)
  }, [table, isShown])
}
