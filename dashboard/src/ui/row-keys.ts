import { type RefObject, useEffect } from 'react'
import { base } from './link.tsx'
import { isTyping } from './shortcuts.ts'

type RowKeys = {
  /** Selects a row, or all rows from the last one that was selected. */
  onSelect?: ((id: string, isRange: boolean) => void) | undefined
  /** Shows the thing of a row beside the list. */
  onPeek?: ((id: string) => void) | undefined
  /** The row whose thing is shown: the others follow it. */
  peeked?: string | undefined
}

/**
 * `j` and `k` move to the link of the next and the previous row; Enter opens it, as any link, and Space shows it beside the
 * list. `x` selects the row that is focused, and with Shift all up to it.
 */
export function useRowKeys(table: RefObject<HTMLTableElement | null>, keys: RowKeys = {}): void {
  const { onSelect, onPeek, peeked } = keys
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isTyping(event) && !isBox(event.target)) return
      const isSelect = event.key.toLowerCase() === 'x'
      if (isSelect && onSelect) {
        const row = (event.target as HTMLElement).closest<HTMLElement>('tr[data-row]') ?? rowOfFocus()
        if (row?.dataset.row) onSelect(row.dataset.row, event.shiftKey)
      }
      const id = isBox(event.target) ? undefined : rowOfFocus()?.dataset.row
      if (event.key === ' ' && onPeek && id) {
        onPeek(id)
        event.preventDefault()
      }
      const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0
      if (step === 0) return
      const rows = [...(table.current?.querySelectorAll<HTMLElement>('tbody tr') ?? [])]
      const focused = rows.findIndex((row) => row.contains(document.activeElement))
      const now = focused >= 0 ? focused : rows.findIndex((row) => row.dataset.row === peeked)
      const next = rows[Math.min(Math.max(now + step, 0), rows.length - 1)]
      focusRow(next)
      if (peeked !== undefined && next?.dataset.row) onPeek?.(next.dataset.row)
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [table, onSelect, onPeek, peeked])
}

const isBox = (target: EventTarget | null) => target instanceof HTMLInputElement && target.type === 'checkbox'
const rowOfFocus = () => document.activeElement?.closest<HTMLElement>('tr[data-row]')
const focusRow = (row: Element | undefined) =>
  (row?.querySelector<HTMLElement>('td a') ?? row?.querySelector<HTMLElement>('td input'))?.focus()

/** By the address of the list: the row that was opened last. It is remembered until the tab is closed. */
const opened = new Map<string, string>()
const here = () => `${location.pathname}${location.search}`

/** @param list The address of the list below the dashboard, where that is not the one of this page. */
export const rememberRow = (id: string, list?: string): void =>
  void opened.set(list === undefined ? here() : `${base}${list}`, id)

/** Whether somebody comes back to this list from one of its rows. */
export const isReturn = (): boolean => opened.has(here())

/** Back to the row of which one looked at the thing. */
export const focusRowOf = (table: HTMLTableElement | null, id: string): void =>
  focusRow(table?.querySelector(`tr[data-row="${CSS.escape(id)}"]`) ?? undefined)

/** Who comes back from a row finds it focused again. */
export function useReturn(table: RefObject<HTMLTableElement | null>, isShown: boolean): void {
  useEffect(() => {
    const id = opened.get(here())
    if (!isShown || id === undefined) return
    opened.delete(here())
    focusRowOf(table.current, id)
  }, [table, isShown])
}
