import { useMemo, useState } from 'react'
import { ActionDialog } from './action-dialog.tsx'
import { Button } from './button.tsx'
import type { Action } from './detail-page.tsx'
import { useOffline } from './offline.tsx'
import { focusControlOf, useShortcuts } from './shortcuts.ts'
import { WhyNotLine } from './why-not.tsx'

/** An action outside of the head of a thing: of a row, of a panel or of a list. */
export function ActionButton({ action: { label, look, shortcut, spec, ...action } }: { action: Action }) {
  const offline = useOffline()
  const whyNot = action.whyNot ?? offline
  const [isOpen, setOpen] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const keys = useMemo(
    () =>
      shortcut === undefined
        ? {}
        : {
            [shortcut]: () => {
              focusControlOf(shortcut)
              if (whyNot === undefined) setOpen(true)
              else setRefused(true)
            },
          },
    [shortcut, whyNot],
  )
  useShortcuts(keys)
  return (
    <>
      <Button
        onPress={() => setOpen(true)}
        onRefused={() => setRefused(true)}
        look={look}
        whyNot={whyNot}
        {...(shortcut !== undefined && { shortcut })}
      >
        {label}
      </Button>
      {(shortcut !== undefined || isRefused) && <WhyNotLine of={isRefused ? { label, whyNot } : undefined} />}
      {isOpen && <ActionDialog spec={spec} onClose={() => setOpen(false)} />}
    </>
  )
}
