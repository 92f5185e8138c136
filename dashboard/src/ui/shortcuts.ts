import { useEffect } from 'react'

/** Single keys never fire in fields and dialogs, nor together with a modifier; a box that selects a row takes no letters. */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true
  const target = event.target as HTMLElement | null
  return (
    target?.closest(
      'input:not(table input[type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu]',
    ) != null
  )
}

/** The control that does the same as a key: a dialog that the key opens gives the focus back to it, and not to the top of the page. */
export const focusControlOf = (key: string): void =>
  document.querySelector<HTMLElement>(`main [aria-keyshortcuts="${key}"]`)?.focus()

/** Keys of one page: `{ r: refund }`. Two keys one after the other are written `g p`. */
export function useShortcuts(keys: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    let before = ''
    const press = (event: KeyboardEvent) => {
      if (isTyping(event)) return
      const pair = `${before} ${event.key}`
      const found = keys[pair] ?? keys[event.key]
      before = event.key
      if (!found) return
      event.preventDefault()
      before = ''
      found()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [keys])
}
