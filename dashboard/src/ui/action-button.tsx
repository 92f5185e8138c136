import { useMemo, useState } from 'react'
import { ActionDialog } from './action-dialog.tsx'
import { Button } from './button.tsx'
import type { Action } from './detail-page.tsx'
import { useOffline } from './offline.tsx'
import { useShortcuts } from './shortcuts.ts'

/** An action outside of the head of a thing: of a row, of a panel or of a list. */
export function ActionButton({ action: { label, look, shortcut, spec, ...action } }: { action: Action }) {
  const offline = useOffline()
  const whyNot = action.whyNot ?? offline
  const [isOpen, setOpen] = useState(false)
  const keys = useMemo(
    () => (shortcut === undefined || whyNot !== undefined ? {} : { [shortcut]: () => setOpen(true) }),
    [shortcut, whyNot],
  )
  useShortcuts(keys)
  return (
    <>
      <Button onPress={() => setOpen(true)} look={look} whyNot={whyNot} {...(shortcut !== undefined && { shortcut })}>
        {label}
      </Button>
      {isOpen && <ActionDialog spec={spec} onClose={() => setOpen(false)} />}
    </>
  )
}
