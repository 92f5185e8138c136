/**
 * What is typed between the key that opens the search and the moment its field has the focus: on a slow machine those
 * letters came before there was a field, and were lost or taken for shortcuts.
 */
let ahead: { text: string; stop: () => void } | undefined

/** Keeps every letter from now on, unless the field is there by now; a second call adds to what is kept. */
export function keepTyping(): void {
  if (ahead || isField(document.activeElement)) return
  const press = (event: KeyboardEvent) => {
    const { key, target } = event
    if (!ahead || event.ctrlKey || event.metaKey || event.altKey || isField(target)) return
    if (key === 'Escape') return dropTyped()
    const next = key === 'Backspace' ? ahead.text.slice(0, -1) : key.length === 1 ? ahead.text + key : undefined
    if (next === undefined) return
    ahead.text = next
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  document.addEventListener('keydown', press, { capture: true })
  ahead = { text: '', stop: () => document.removeEventListener('keydown', press, { capture: true }) }
}

/** What was typed meanwhile; from now on the field takes the letters itself. */
export function takeTyped(): string {
  const text = ahead?.text ?? ''
  dropTyped()
  return text
}

/** The search has closed, or has never come: letters are shortcuts again. */
export function dropTyped(): void {
  ahead?.stop()
  ahead = undefined
}

const isField = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, [role=dialog]') !== null
